// SPDX-License-Identifier: MIT
// Arguments: predicate, rounds. check: what the sum of the values is off by.
#include <conc.h>
#include <stdlib.h>
#include <string.h>
#include "../clock.h"

static future(long) a, b, c;

static void fulfil(long value)
{
	a << value;
	b << value;
	c << value;
}

static void reset(void)
{
	conc_future_reset(&a);
	conc_future_reset(&b);
	conc_future_reset(&c);
}

static long any(void)
{
	long x;
	waituntil (x << a) { }
	or waituntil (x << b) { }
	or waituntil (x << c) { }
	return x;
}

static long all(void)
{
	long x;
	waituntil (x << a) { }
	and waituntil (x << b) { }
	and waituntil (x << c) { }
	return x;
}

static long two_or_one(void)
{
	long x;
	waituntil (x << a) { }
	and waituntil (x << b) { }
	or waituntil (x << c) { }
	return x;
}

static long either_and_one(void)
{
	long x;
	(waituntil (x << a) { }
	or waituntil (x << b) { })
	and waituntil (x << c) { }
	return x;
}

static long rounds_of(long (*predicate)(void), long rounds)
{
	long sum = 0;
	for (long i = 0; i < rounds; i++) {
		fulfil(i);
		sum += predicate();
		reset();
	}
	return 2 * sum - rounds * (rounds - 1);
}

int main(int argc, char **argv)
{
	if (argc != 3) return 2;
	long (*predicate)(void) = !strcmp(argv[1], "or") ? any : !strcmp(argv[1], "and") ? all
		: !strcmp(argv[1], "and-or") ? two_or_one : either_and_one;
	long rounds = atol(argv[2]);
	rounds_of(predicate, rounds / 10);
	double start = clock_ns();
	long off = rounds_of(predicate, rounds);
	report((clock_ns() - start) / (double)rounds, off);
}
