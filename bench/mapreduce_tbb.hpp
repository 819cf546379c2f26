// SPDX-License-Identifier: MIT
// TBB's parallel_reduce: a body is split when a thread steals half of its pieces, and joined when both are done.
#ifndef BENCH_MAPREDUCE_TBB_HPP
#define BENCH_MAPREDUCE_TBB_HPP
#include "mapreduce.h"
#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_reduce.h>

typedef oneapi::tbb::blocked_range<long> some_pieces;

struct reduction {
	state *const result, *const mine;
	state own = {};

	explicit reduction(state *result) : result(result), mine(result) {}
	reduction(reduction &other, oneapi::tbb::split) : result(other.result), mine(&own) { state_export(result, mine); }
	~reduction() { state_clear(&own); }
	void operator()(const some_pieces &range)
	{
		for (long p = range.begin(); p != range.end(); p++) state_map(mine, &pieces[p]);
	}
	void join(reduction &right) { state_merge_all(mine, right.mine); }
};

static void mapreduce(state *result)
{
	static oneapi::tbb::global_control limit(oneapi::tbb::global_control::max_allowed_parallelism, (size_t)processors);

	for (long i = 0; i < iterations; i++) {
		reduction all(result);
		oneapi::tbb::parallel_reduce(some_pieces(0, piece_count), all);
		state_finish(result);
	}
}

int main(int argc, char **argv) { return mapreduce_measure(argc, argv, mapreduce); }

#endif
