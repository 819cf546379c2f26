// SPDX-License-Identifier: MIT
// Arguments: processors, rounds. Actors in groups: each gets a first message, and whenever it has received as many
// as its group has members, the first one included, it sends one to each of them. check: how many are missing.
#include <conc.h>
#include <stdlib.h>
#include <sys/resource.h>
#include "../clock.h"

enum { ACTORS = 40000, GROUP = 100 };

typedef struct member member;
struct member { member *group; long received, rounds; struct conc_actor conc_actor; };
CONC_ACTOR_TYPE(member);
typedef struct tick tick;
struct tick { struct conc_message conc_message; };
CONC_MESSAGE_TYPE(tick);

static member members[ACTORS];

conc_disposition conc_receive_member__tick(member *self, tick *m);
CONC_RECEIVE(member, tick);
conc_disposition conc_receive_member__tick(member *self, tick *m)
{
	(void)m;
	if (self->received == self->rounds * GROUP) return CONC_FINISHED;
	if (self->received++ % GROUP == 0)
		for (member *to = self->group; to < self->group + GROUP; to++) CONC_SEND(member, tick, to, (tick){{0}});
	return CONC_NODELETE;
}

// Nanoseconds.
static double run(unsigned workers, long rounds)
{
	for (long i = 0; i < ACTORS; i++)
		members[i] = (member){ .group = members + i / GROUP * GROUP, .rounds = rounds };
	conc_actors_start(&(struct conc_actors_config){ .workers = workers });
	double start = clock_ns();
	for (long i = 0; i < ACTORS; i++) CONC_SEND(member, tick, &members[i], (tick){{0}});
	conc_actors_stop();
	return clock_ns() - start;
}

int main(int argc, char **argv)
{
	if (argc != 3) return 2;
	unsigned workers = (unsigned)atoi(argv[1]);
	long rounds = atol(argv[2]), missing = 0;
	struct rusage usage;

	conc_processors(workers);
	run(workers, (rounds + 9) / 10);
	double took = run(workers, rounds);
	for (long i = 0; i < ACTORS; i++) missing += rounds * GROUP - members[i].received;
	report(took / (ACTORS * (double)(rounds * GROUP + 1)), missing);
	getrusage(RUSAGE_SELF, &usage);
	printf("MiB %.1f\n", (double)usage.ru_maxrss / 1024);
}
