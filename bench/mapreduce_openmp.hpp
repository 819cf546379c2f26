// SPDX-License-Identifier: MIT
// A parallel loop over the pieces, each thread with a state of its own, and one over the parts that merges them.
#ifndef BENCH_MAPREDUCE_OPENMP_HPP
#define BENCH_MAPREDUCE_OPENMP_HPP
#include "mapreduce.h"
#include <omp.h>

static void iterate(state *result, state **states)
{
#pragma omp parallel
	{
		const int self = omp_get_thread_num(), threads = omp_get_num_threads();
		state own = {};
		state *const mine = self == 0 ? result : &own;

		states[self] = mine;
		if (self != 0) state_export(result, mine);
#pragma omp for schedule(dynamic)
		for (long p = 0; p < piece_count; p++) state_map(mine, &pieces[p]);
#pragma omp for schedule(dynamic)
		for (int part = 0; part < PARTS; part++)
			for (int other = 1; other < threads; other++) state_merge(result, states[other], part);
	}
	state_finish(result);
}

static void mapreduce(state *result)
{
	state *states[256];

	omp_set_num_threads((int)processors);
	for (long i = 0; i < iterations; i++) iterate(result, states);
}

int main(int argc, char **argv) { return mapreduce_measure(argc, argv, mapreduce); }

#endif
