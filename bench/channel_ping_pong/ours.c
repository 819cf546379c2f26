// SPDX-License-Identifier: MIT
// Arguments: processors, rounds. check: what the sum of all answers is off by.
#include <conc.h>
#include <stdlib.h>
#include "../clock.h"

static void answer(channel(long) *in, channel(long) *out)
{
	long item;
	while (item << in) out << item + 1;
}

static long rounds_of(long rounds)
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
	return 2 * sum - rounds * (rounds + 1);
}

int main(int argc, char **argv)
{
	if (argc != 3) return 2;
	long rounds = atol(argv[2]);
	conc_processors((unsigned)atoi(argv[1]));
	rounds_of(rounds / 10);
	double start = clock_ns();
	long off = rounds_of(rounds);
	report((clock_ns() - start) / (double)rounds, off);
}
