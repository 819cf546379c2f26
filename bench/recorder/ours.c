// SPDX-License-Identifier: MIT
// Arguments: yield or channel, processors, rounds. The recorder is on, as it always is.
#include <conc.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "../clock.h"

static void yields(long rounds)
{
	for (long i = 0; i < rounds; i++) conc_yield();
}

static void answer(channel(long) *in, channel(long) *out)
{
	long item;
	while (item << in) out << item + 1;
}

static long yield_rounds(long rounds)
{
	task(void) other = spawn yields(rounds);
	yields(rounds);
	join(other);
	return 2 * rounds;
}

static long channel_rounds(long rounds)
{
	channel(long) there = {}, back = {};
	task(void) other = spawn answer(&there, &back);
	long item, sum = 0;
	for (long i = 0; i < rounds; i++) {
		there << i;
		item << back;
		sum += item;
	}
	conc_close(&there);
	join(other);
	return sum == rounds * (rounds + 1) / 2 ? rounds : 0;
}

int main(int argc, char **argv)
{
	if (argc != 4) return 2;
#ifdef WITHOUT_RECORDER
	if (!getenv("CONC_RECORDER") && setenv("CONC_RECORDER", "0", 1) == 0) execv("/proc/self/exe", argv);
#endif
	long rounds = atol(argv[3]), (*work)(long) = strcmp(argv[1], "yield") ? channel_rounds : yield_rounds;
	conc_processors((unsigned)atoi(argv[2]));
	work(rounds / 10);
	double start = clock_ns();
	long done = work(rounds);
	report((clock_ns() - start) / (double)done, done);
}
