// SPDX-License-Identifier: MIT
// options: -fopenmp
// A parallel loop; each thread has a state of its own.
#include <omp.h>
#include <vector>
#include "calls.h"

static std::vector<lone_state> states;

static double run(state *all)
{
	const double start = clock_ns();

	for (auto &s : states) share_out(all, &s.state, static_cast<int>(processors));
#pragma omp parallel num_threads(processors)
	{
		state *own = &states[static_cast<size_t>(omp_get_thread_num())].state;
#pragma omp for schedule(static)
		for (long i = 0; i < calls; i++) call(own, static_cast<unsigned long>(i));
	}
	for (auto &s : states) take_back(all, &s.state);
	return clock_ns() - start;
}

int main(int argc, char **argv)
{
	if (!calls_arguments(argc, argv)) return 2;
	if (processors == 1) return 77;
	states.resize(processors);
	measure_calls(run);
}
