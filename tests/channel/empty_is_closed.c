// SPDX-License-Identifier: MIT
// A channel that has its element until it is closed is at no moment one from which a receive would wait: `or else` is
// not taken.
#include <conc.h>
#include <stdio.h>

enum { ROUNDS = 50 };

static void ends(channel(int) *c)
{
	int x;

	conc_close(c);
	if (x << *c) return;
}

static bool waits(void)
{
	channel(int) c;
	bool ok, waited = false;
	int x;

	conc_channel_init(&c, 1);
	c << 1;
	task(void) t = spawn ends(&c);
	waituntil (ok = x << c) conc_test_assert(!ok || x == 1);
	or else waited = true;
	join(t);
	conc_channel_fini(&c);
	return waited;
}

int main(void)
{
	for (int i = 0; i < ROUNDS; i++) conc_test_assert(!waits());
	puts("never");
}
