// SPDX-License-Identifier: MIT
// Arguments: processors, channels, alone or two threads. check: what the sum of all elements is off by.
#include <conc.h>
#include <stdlib.h>
#include <string.h>
#include "../clock.h"

enum { ROUNDS = 1000000 };

static uint64_t next(uint64_t *state)
{
	*state = *state * 6364136223846793005u + 1442695040888963407u;
	return *state >> 33;
}

static void sends(channel(long) *c, uint64_t n, channel(char) *answers)
{
	uint64_t random = 1;
	char done;
	for (long i = 0; i < ROUNDS; i++) {
		c[next(&random) % n] << i;
		done << *answers;
	}
}

static long two(conc_waitset *set, channel(long) *c, uint64_t n)
{
	channel(char) answers = {1};
	long item, sum = 0;
	task(void) sender = spawn sends(c, n, &answers);
	for (long i = 0; i < ROUNDS; i++) {
		waituntil (int k << *set) { item << c[k]; }
		sum += item;
		answers << 0;
	}
	join(sender);
	return sum;
}

static long alone(conc_waitset *set, channel(long) *c, uint64_t n)
{
	uint64_t random = 1;
	long item, sum = 0;
	for (long i = 0; i < ROUNDS; i++) {
		c[next(&random) % n] << i;
		waituntil (int k << *set) { item << c[k]; }
		sum += item;
	}
	return sum;
}

int main(int argc, char **argv)
{
	if (argc != 4) return 2;
	uint64_t n = (uint64_t)atol(argv[2]);
	bool together = strcmp(argv[3], "alone") != 0;
	conc_processors((unsigned)atoi(argv[1]));
	channel(long) *c = malloc(n * sizeof *c);
	conc_waitset set = {0};
	for (uint64_t i = 0; i < n; i++) {
		conc_channel_init(&c[i], 1);
		conc_waitset_add(&set, &c[i]);
	}
	alone(&set, c, n);
	double start = clock_ns();
	long off = (together ? two : alone)(&set, c, n) - (long)ROUNDS * (ROUNDS - 1) / 2;
	report((clock_ns() - start) / ROUNDS, off);
	conc_waitset_fini(&set);
}
