// SPDX-License-Identifier: MIT
// Arguments: processors, rounds, batch. check: how many messages are missing.
#include <stdlib.h>
#include <sys/resource.h>
#include "../clock.h"
#include "member.h"

// Nanoseconds.
static double run(unsigned workers, long rounds, int batch, long *missing)
{
	member *members = new_members(rounds, batch);

	conc_actors_start(&(struct conc_actors_config){ .workers = workers });
	double start = clock_ns();
	for (long i = 0; i < ACTORS; i++) members[i] | &shared;
	conc_actors_stop();
	double took = clock_ns() - start;
	*missing = delete_members(members);
	return took;
}

int main(int argc, char **argv)
{
	if (argc != 4) return 2;
	unsigned workers = (unsigned)atoi(argv[1]);
	int batch = atoi(argv[3]);
	long rounds = atol(argv[2]), missing;
	struct rusage usage;

	conc_processors(workers);
	run(workers, (rounds + 9) / 10, batch, &missing);
	double took = run(workers, rounds, batch, &missing);
	report(took / (ACTORS * (double)(rounds * GROUP + 1)), missing);
	getrusage(RUSAGE_SELF, &usage);
	printf("MiB %.1f\n", (double)usage.ru_maxrss / 1024);
}
