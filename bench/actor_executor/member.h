// SPDX-License-Identifier: MIT
// An actor of a group: whenever it has received as many messages as its group has members, the first one from
// outside included, it sends one to each of them.
#ifndef BENCH_MEMBER_H
#define BENCH_MEMBER_H
#include <conc.h>

enum { ACTORS = 40000, GROUP = 100 };

actor member { member *group; long received, rounds; };
message tick {};

receive (member *self, tick *m)
{
	if (self->received == self->rounds * GROUP) return Finished;
	if (self->received++ % GROUP == 0)
		for (member *to = self->group; to < self->group + GROUP; to++) to | (tick){};
}

static member *new_members(long rounds)
{
	member *members = new member[ACTORS];

	for (long i = 0; i < ACTORS; i++) {
		members[i].group = members + i / GROUP * GROUP;
		members[i].rounds = rounds;
	}
	return members;
}

// How many messages they have not received.
static long delete_members(member *members)
{
	long missing = 0;

	for (long i = 0; i < ACTORS; i++) missing += members[i].rounds * GROUP - members[i].received;
	delete members;
	return missing;
}

#endif
