// SPDX-License-Identifier: MIT
// An actor of a group, as C∀'s executor benchmark has it: whenever it has received a batch of messages, the first one
// from outside included, it sends as many, each to the next one of the group. Nothing is in a message, so that all are
// one, sent by reference.
#ifndef BENCH_MEMBER_H
#define BENCH_MEMBER_H
#include <conc.h>

enum { ACTORS = 40000, GROUP = 100 };

actor member { member *group; int received, sent, end, batch; };
message tick {};

static tick shared;

receive (member *self, tick *m)
{
	if (self->received == self->end) return Finished;
	if (self->received++ % self->batch == 0)
		for (int i = 0; i < self->batch; i++) self->group[self->sent++ % GROUP] | &shared;
}

static member *new_members(long rounds, int batch)
{
	member *members = new member[ACTORS];

	for (long i = 0; i < ACTORS; i++) {
		members[i].group = members + i / GROUP * GROUP;
		members[i].end = (int)rounds * GROUP;
		members[i].batch = batch;
	}
	return members;
}

// How many messages they have not received.
static long delete_members(member *members)
{
	long missing = 0;

	for (long i = 0; i < ACTORS; i++) missing += members[i].end - members[i].received;
	delete members;
	return missing;
}

#endif
