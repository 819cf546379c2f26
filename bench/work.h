// SPDX-License-Identifier: MIT
// What a thread does of its own with each item: steps multiplications, each waiting for the last, about
// 1.6 ns each on the machine of RESULTS.md. No compiler makes one of two, and none of it is memory.
#ifndef BENCH_WORK_H
#define BENCH_WORK_H

static inline unsigned long work(unsigned long x, long steps)
{
	for (; steps > 0; steps--) x = (x ^ x >> 29) * 6364136223846793005ul + 1;
	return x;
}

#endif
