// SPDX-License-Identifier: MIT
// Map and reduce, as in Phoenix (Ranger et al., 2007). A workload is a header, included before this one and used by all
// contestants, so that they differ in nothing but how pieces come to threads and results come together:
//
//     make_input(count, arguments)      pieces, piece_count, iterations: unmeasured
//     state                             what one thread gathers; all-zero is empty
//     state_begin(s)                    what the first iteration starts with
//     state_export(from, to)            what each thread must know of the last iteration's result; to is empty
//     state_map(s, piece)
//     state_merge(into, from, part)     one of PARTS independent parts; from has nothing left of it
//     state_finish(s)                   ends an iteration, when all are merged
//     state_check(s), state_clear(s)
//
// A contestant says what all the iterations are: mapreduce(state *result). Arguments: processors, rounds, and what
// make_input takes. The value is a round's time, in milliseconds, until the result is there.
#ifndef BENCH_MAPREDUCE_H
#define BENCH_MAPREDUCE_H
#include <malloc.h>
#include "clock.h"
#include "mapreduce_input.h"

static long processors;

static inline void state_merge_all(state *into, state *from)
{
	for (int part = 0; part < PARTS; part++) state_merge(into, from, part);
}

static inline int mapreduce_measure(int argc, char **argv, void (*mapreduce)(state *result))
{
	double took = 0;
	long long check = 0;

	if (argc < 3) return 2;
	processors = atol(argv[1]);
	mallopt(M_MMAP_THRESHOLD, 1 << 30); // nothing goes back to the kernel, which would have to clear it again and again
	mallopt(M_TRIM_THRESHOLD, 1 << 30);
	mallopt(M_ARENA_MAX, 1); // whichever thread had it last
	make_input(argc - 3, argv + 3);
	const long rounds = atol(argv[2]);
	for (long i = 0; i <= rounds; i++) {
		state result = {};
		state_begin(&result);
		const double start = clock_ns();
		mapreduce(&result);
		if (i > 0) took += clock_ns() - start;
		check = state_check(&result);
		state_clear(&result);
	}
	report(took / 1e6 / (double)rounds, check & 0xffffffffffff);
	return 0;
}

#endif
