// SPDX-License-Identifier: MIT
// One state for all threads and a lock for it, which map_locked(s, piece), made before this is included, takes. In the
// folders' locking.c: what needs not the state is done outside the lock, and what has been found in one item (a line, a
// row, a point, a match, a link) is put into the state at once, as in the paper's programs with fine locks.
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
