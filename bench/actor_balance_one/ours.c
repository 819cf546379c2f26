// SPDX-License-Identifier: MIT
// Arguments: workers, every how many of them is loaded, policy of stealing, rounds. On two processors the work of
// actor_executor, its actors all on the loaded workers: actors are dealt out to the queues in turn, so that dummies
// take the turns of the other workers. Every 1: the even load that the others are compared with. check: how many
// messages are missing.
#include <stdlib.h>
#include <string.h>
#include "../clock.h"
#include "../actor_executor/member.h"

enum { QUEUES = 16 }; // of a worker

message join {};

receive (member *self, join *m) {}

static unsigned workers, every;
static enum conc_stealing stealing;
static struct conc_actors_statistics counted;

static bool loaded(long turn)
{
	return turn % (workers * QUEUES) / QUEUES % every == 0;
}

// All turns are taken before the work begins, and by one thread: queues are dealt out where the first send is. The
// next run's first turn is the first one again.
static void place(member *members, member *dummies)
{
	long placed = 0, turn = 0;

	for (; placed < ACTORS || turn % (workers * QUEUES); turn++) {
		if (loaded(turn) && placed < ACTORS) members[placed++] | (join){};
		else dummies[turn - placed] | (join){};
	}
}

// Nanoseconds.
static double run(long rounds, long *missing)
{
	member *members = new_members(rounds, 1), *dummies = new member[ACTORS * every + workers * QUEUES];

	conc_actors_start(&(struct conc_actors_config){
		.workers = workers, .queues = workers * QUEUES, .stealing = stealing });
	place(members, dummies);
	double start = clock_ns();
	for (long i = 0; i < ACTORS; i++) members[i] | &shared;
	conc_actors_stop();
	double took = clock_ns() - start;
	conc_actors_statistics(&counted);
	delete dummies;
	*missing = delete_members(members);
	return took;
}

int main(int argc, char **argv)
{
	if (argc != 5) return 2;
	workers = (unsigned)atoi(argv[1]);
	every = (unsigned)atoi(argv[2]);
	stealing = !strcmp(argv[3], "none")   ? CONC_STEAL_NONE
	           : !strcmp(argv[3], "random") ? CONC_STEAL_RANDOM
	                                        : CONC_STEAL_LONGEST;
	long rounds = atol(argv[4]), missing;
	conc_processors(2);
	run((rounds + 9) / 10, &missing);
	double took = run(rounds, &missing);
	report(took / (ACTORS * (double)(rounds * GROUP + 1)), missing);
	printf("steals %.0f\n", (double)counted.steals);
}
