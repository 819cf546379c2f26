// SPDX-License-Identifier: MIT
// options: -ltbb
// parallel_for; each thread has a state of its own. No other partitioner is quicker here.
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>
#include <vector>
#include "calls.h"

static std::vector<lone_state> states;

static double run(state *all)
{
	const double start = clock_ns();

	for (auto &s : states) share_out(all, &s.state, static_cast<int>(processors));
	tbb::parallel_for(
		tbb::blocked_range<long>(0, calls),
		[](const tbb::blocked_range<long> &range) {
			state *own = &states[static_cast<size_t>(tbb::this_task_arena::current_thread_index())].state;
			for (long i = range.begin(); i < range.end(); i++) call(own, static_cast<unsigned long>(i));
		},
		tbb::auto_partitioner());
	for (auto &s : states) take_back(all, &s.state);
	return clock_ns() - start;
}

int main(int argc, char **argv)
{
	if (!calls_arguments(argc, argv)) return 2;
	if (processors == 1) return 77;
	tbb::global_control limit(tbb::global_control::max_allowed_parallelism, processors);
	states.resize(processors);
	measure_calls(run);
}
