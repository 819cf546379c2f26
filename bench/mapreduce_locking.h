// SPDX-License-Identifier: MIT
// One state for all threads and one lock for it, which map_locked(s, piece), made before this is included, takes: what
// needs not the state is done outside it, what is found in one item (a line, a row, a point, a link) is put in at once.
#ifndef BENCH_MAPREDUCE_LOCKING_H
#define BENCH_MAPREDUCE_LOCKING_H
#include "mapreduce.h"
#include "mapreduce_threads.h"

static void work(long self)
{
	(void)self;
	for (long i = 0; i < iterations; i++) {
		for (long p; (p = take(&next_piece)) < piece_count;) map_locked(result, &pieces[p]);
		wait_for_all(finish);
	}
}

#endif
