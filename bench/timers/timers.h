// SPDX-License-Identifier: MIT
// What the contestants in C share: the deadlines, 1 ms to 1 h from now, and the order in which timers are taken.
#ifndef BENCH_TIMERS_H
#define BENCH_TIMERS_H
#include <stdint.h>
#include <stdlib.h>

static inline uint64_t next_random(uint64_t *state) // xorshift64
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	return *state ^= *state << 17;
}

// How long each timer runs: 1 ms to 1 h, in ms.
static inline uint32_t *random_limits(uint32_t n, uint64_t *state)
{
	uint32_t *limits = malloc(n * sizeof *limits);
	for (uint32_t i = 0; i < n; i++) limits[i] = (uint32_t)(1 + next_random(state) % 3600000);
	return limits;
}

static inline uint32_t *random_order(uint32_t n, uint64_t *state)
{
	uint32_t *order = malloc(n * sizeof *order);
	for (uint32_t i = 0; i < n; i++) {
		uint32_t j = (uint32_t)(next_random(state) % (i + 1));
		order[i] = order[j];
		order[j] = i;
	}
	return order;
}

#endif
