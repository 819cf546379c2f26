// SPDX-License-Identifier: MIT
// By hand: each thread has a state of its own and takes the next piece from a counter. When there are no more, they
// merge the states in the same way, part by part. The main thread is one of them, with the result as its state.
#ifndef BENCH_MAPREDUCE_PTHREADS_H
#define BENCH_MAPREDUCE_PTHREADS_H
#include "mapreduce.h"
#include "mapreduce_threads.h"

static state *states[MAX_THREADS];

static void work(long self)
{
	state own = {};
	state *const mine = self == 0 ? result : &own;

	states[self] = mine;
	for (long i = 0; i < iterations; i++) {
		if (self != 0) state_export(result, mine);
		for (long p; (p = take(&next_piece)) < piece_count;) state_map(mine, &pieces[p]);
		wait_for_all(NULL);
		for (long part; (part = take(&next_part)) < PARTS;)
			for (long other = 1; other < processors; other++) state_merge(result, states[other], (int)part);
		wait_for_all(finish);
	}
}

#endif
