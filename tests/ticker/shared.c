// SPDX-License-Identifier: MIT
// Several threads wait for one ticker, also a kernel thread that libconc did not start: each tick is taken once.
#include <conc.h>
#include <pthread.h>
#include <stdio.h>

enum { THREADS = 4, TICKS = 40 };

static conc_ticker beat = { .period = 1ms };
static _Atomic int taken;

static void *take(void *unused)
{
	while (taken < TICKS) {
		waituntil (beat) taken++;
		or waituntil (timeout(1h)) taken = 10 * TICKS;
		if (taken < TICKS && conc_ticker_wait(&beat) == 0) taken++;
	}
	return unused;
}

int main(void)
{
	pthread_t other;
	uint64_t began = conc_now();
	if (pthread_create(&other, NULL, take, NULL)) return 1;
	scope {
		for (int i = 0; i < THREADS; i++) spawn take(NULL);
	}
	pthread_join(other, NULL);
	uint64_t passed = (conc_now() - began) / beat.period;
	printf("enough: %d, too many: %d\n", taken >= TICKS && taken <= TICKS + 2 * THREADS + 1,
	       taken + conc_ticker_missed(&beat) > passed);
}
