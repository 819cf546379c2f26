// SPDX-License-Identifier: MIT
// Kernel threads on one processor: the process is bound to the first of those that it may use.
#ifndef BENCH_PROCESSORS_H
#define BENCH_PROCESSORS_H
#include <sched.h>

static inline void use_processors(int n)
{
	cpu_set_t all, one;
	if (n != 1) return;
	sched_getaffinity(0, sizeof all, &all);
	int cpu = 0;
	while (!CPU_ISSET(cpu, &all)) cpu++;
	CPU_ZERO(&one);
	CPU_SET(cpu, &one);
	sched_setaffinity(0, sizeof one, &one);
}

#endif
