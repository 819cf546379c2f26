// SPDX-License-Identifier: MIT
// Arguments: processors, rounds. Actors in groups: each gets a first message, and whenever it has received as many
// as its group has members, the first one included, it sends one to each of them. check: how many are missing.
#include <conc.h>
#include <stdlib.h>
#include <sys/resource.h>
#include "../clock.h"

enum { ACTORS = 40000, GROUP = 100 };

actor member { member *group; long received, rounds; };
message tick {};

receive (member *self, tick *m)
{
	if (self->received == self->rounds * GROUP) return Finished;
	if (self->received++ % GROUP == 0)
		for (member *to = self->group; to < self->group + GROUP; to++) to | (tick){};
	return Nodelete;
}

// Nanoseconds.
static double run(unsigned workers, long rounds, long *missing)
{
	member *members = new member[ACTORS];

	for (long i = 0; i < ACTORS; i++) {
		members[i].group = members + i / GROUP * GROUP;
		members[i].rounds = rounds;
	}
	conc_actors_start(&(struct conc_actors_config){ .workers = workers });
	double start = clock_ns();
	for (long i = 0; i < ACTORS; i++) members[i] | (tick){};
	conc_actors_stop();
	double took = clock_ns() - start;
	*missing = 0;
	for (long i = 0; i < ACTORS; i++) *missing += rounds * GROUP - members[i].received;
	delete members;
	return took;
}

int main(int argc, char **argv)
{
	if (argc != 3) return 2;
	unsigned workers = (unsigned)atoi(argv[1]);
	long rounds = atol(argv[2]), missing;
	struct rusage usage;

	conc_processors(workers);
	run(workers, (rounds + 9) / 10, &missing);
	double took = run(workers, rounds, &missing);
	report(took / (ACTORS * (double)(rounds * GROUP + 1)), missing);
	getrusage(RUSAGE_SELF, &usage);
	printf("MiB %.1f\n", (double)usage.ru_maxrss / 1024);
}
