// SPDX-License-Identifier: MIT
// One thread sends all calls to one actor, whose replicas handle them; done finds them merged.
#include "worker.h"

static void make(worker *w)
{
	for (long i = 0; i < calls; i++) w | (work_call){ (unsigned long)i };
}

static double run(struct state *all) { return run_worker(all, make); }

int main(int argc, char **argv)
{
	if (!calls_arguments(argc, argv)) return 2;
	conc_processors(processors);
	conc_actors_start(NULL);
	measure_calls(run);
	conc_actors_stop();
}
