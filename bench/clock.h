// SPDX-License-Identifier: MIT
// What every benchmark in C and C++ prints with: nanoseconds of the monotonic clock.
#ifndef BENCH_CLOCK_H
#define BENCH_CLOCK_H
#include <stdio.h>
#include <time.h>

static inline double clock_ns(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

// value: of one operation. check: must be the same for every contestant.
static inline void report(double value, long long check)
{
	printf("value %.4f\ncheck %lld\n", value, check);
}

#endif
