// SPDX-License-Identifier: MIT
// How large a run is: what the arguments say, else little where a seed orders every step, else what a test can wait for.
#ifndef SIZE_H
#define SIZE_H

#include <conc.h>
#include <stdlib.h>

static inline long size_of_run(int argc, char **argv, int argument, long usual, long seeded)
{
	if (argc > argument) return atol(argv[argument]);
	return conc_test_seed() ? seeded : usual;
}

// The next of a row of numbers that look random; the same row on every machine.
static inline unsigned next_random(unsigned *row)
{
	*row = *row * 1664525u + 1013904223u;
	return *row >> 8;
}

#endif
