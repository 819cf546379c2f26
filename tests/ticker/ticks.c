// SPDX-License-Identifier: MIT
// Ticks stay on their grid, however late they are taken, and those that nobody took in time are dropped and counted.
#include <conc.h>
#include <errno.h>
#include <stdio.h>

enum { TICKS = 20 };

static conc_ticker beat = { .period = 2ms };

/* What the ticker may have given, if it began between two times and one was taken between two others. */
static bool is_right(uint64_t ticks, uint64_t began, uint64_t begun, uint64_t before, uint64_t after)
{
	return ticks >= (before - begun) / beat.period && ticks <= (after - began) / beat.period;
}

int main(void)
{
	int wrong = 0;
	uint64_t began = conc_now();
	int first = conc_ticker_wait_for(&beat, 0); // that is the first wait: no tick has come, unless it took long
	uint64_t begun = conc_now();
	printf("%d\n", first == -ETIMEDOUT || (first == 0 && begun >= began + (uint64_t)beat.period));
	for (int i = 1; i <= TICKS; i++) {
		uint64_t before = conc_now();
		int failed = conc_ticker_wait(&beat);
		wrong += failed || !is_right(i + !first + conc_ticker_missed(&beat), began, begun, before, conc_now());
		if (i % 5 == 0) conc_sleep(7ms); // three come meanwhile
	}
	printf("%d wrong, some missed: %d\n", wrong, conc_ticker_missed(&beat) >= 6);
	conc_ticker_start(&beat, 0);
	printf("%d\n", conc_ticker_wait_for(&beat, 0));
	conc_ticker_start(&beat, 1h);
	printf("%d\n", conc_ticker_wait_for(&beat, 1ms) == -ETIMEDOUT);
	conc_ticker_start(&beat, 3ms);
	began = conc_now();
	printf("%d\n", conc_ticker_wait_for(&beat, 1h));
	printf("%d\n", conc_now() - began > 2ms);
}
