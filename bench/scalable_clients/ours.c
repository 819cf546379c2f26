// SPDX-License-Identifier: MIT
// The client threads' calls are sends to one actor.
#include "../scalable_synthetic/worker.h"

enum { CLIENTS = 8 };

static void client(worker *w, long number)
{
	for (long i = calls * number / CLIENTS; i < calls * (number + 1) / CLIENTS; i++) w | (work_call){ (unsigned long)i };
}

static void make(worker *w)
{
	task(void) clients[CLIENTS];

	for (long i = 0; i < CLIENTS; i++) clients[i] = spawn client(w, i);
	for (long i = 0; i < CLIENTS; i++) join(clients[i]);
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
