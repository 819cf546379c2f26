// SPDX-License-Identifier: MIT
// So many turns at once after a pause, then one each interval, never more.
#include <conc.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>

/* Takes n turns of a new limiter, in each way. Returns how much too early the last one came. */
static conc_duration too_early(unsigned burst, int n)
{
	conc_limiter l = { .every = 2ms, .burst = burst };
	uint64_t start = conc_now();
	for (int i = 0; i < n; i++) {
		if (i % 3 == 0 && conc_limiter_wait(&l)) return 1h;
		if (i % 3 == 1 && conc_limiter_wait_for(&l, 1h)) return 1h;
		if (i % 3 == 2) waituntil (l) { }
	}
	conc_duration least = (n - (burst ? (int)burst : 1)) * l.every, took = conc_now() - start;
	return took < least ? least - took : 0;
}

static int at_once(conc_limiter *l)
{
	int n = 0;
	while (n < 1000 && conc_limiter_try(l)) n++;
	return n;
}

int main(void)
{
	printf("%d %d %d\n", (int)too_early(0, 5), (int)too_early(1, 5), (int)too_early(3, 12));

	conc_limiter l = { .every = 100h, .burst = 4 };
	printf("%d at first, ", at_once(&l));
	printf("then %d\n", conc_limiter_wait_for(&l, 1ms) == -ETIMEDOUT && conc_limiter_wait_for(&l, 0) == -ETIMEDOUT);
	waituntil (l) puts("a turn");
	or waituntil (timeout(1ms)) puts("none");
	waituntil (l) puts("a turn");
	or else puts("none");

	conc_limiter pause = { .every = 1ms, .burst = 3 };
	at_once(&pause);
	conc_sleep(3ms);
	printf("three after a pause: %d\n", at_once(&pause) >= 3);

	conc_limiter rare = { .every = 8760h, .burst = 30 }, once = { .every = INT64_MAX }, any = { .every = 1ns, .burst = UINT_MAX };
	printf("%d %d %d\n", at_once(&rare), at_once(&once), at_once(&any));
}
