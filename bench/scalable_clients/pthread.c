// SPDX-License-Identifier: MIT
// Each client thread has a state of its own, so that there is nothing to lock.
#include "../scalable_synthetic/threads.h"

enum { CLIENTS = 8 };

static double run(struct state *all) { return run_apart(CLIENTS, all); }

int main(int argc, char **argv)
{
	if (!calls_arguments(argc, argv)) return 2;
	make_shares(CLIENTS);
	measure_calls(run);
}
