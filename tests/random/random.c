/* SPDX-License-Identifier: MIT */
/* Random numbers that are the same everywhere: splitmix64. */
#include <stdint.h>

#include "generate.h"

unsigned long fold(unsigned long a, unsigned long b)
{
	uint64_t z = (uint64_t)a + 0x9E3779B97F4A7C15u * ((uint64_t)b + 1);
	z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
	z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
	return (unsigned long)(z ^ (z >> 31));
}

unsigned long below(struct program *p, unsigned long n)
{
	return fold(p->seed, p->state++) % n;
}

bool chance(struct program *p, unsigned percent)
{
	return below(p, 100) < percent;
}
