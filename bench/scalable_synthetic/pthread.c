// SPDX-License-Identifier: MIT
// As many threads as processors, each with a state of its own.
#include "threads.h"

static double run(struct state *all) { return run_apart(processors, all); }

int main(int argc, char **argv)
{
	if (!calls_arguments(argc, argv)) return 2;
	if (processors == 1) return 77;
	make_shares(processors);
	measure_calls(run);
}
