/* SPDX-License-Identifier: MIT */
/* Actors that may run at a place in a function, as far as one can see. */
#ifndef CONCC_RUNNING_H
#define CONCC_RUNNING_H

#include "after.h"
#include "given.h"

/* A parameter that is an actor which may run when the function begins. */
struct running {
	int function;
	long parameter;
	TSNode since;
	bool thread; /* since: the start of a thread; else a send */
};

/* Those, and the sends to actors. */
struct running_actors {
	struct after *after;
	const struct given *given;
	struct running *list;
	size_t count, room;
	struct sent {
		TSNode node;
		int function;
		char *place; /* of the actor */
	} * sends;
	size_t send_count, send_room;
};

void running_find(struct running_actors *actors, struct after *after, const struct given *given);
void running_free(struct running_actors *actors);
/* Returns a send of the function to the actor with this place, since which nothing has waited; or
 * the null node. */
TSNode running_sent(struct running_actors *actors, int function, const char *place, TSNode at);
/* Returns why the parameter with this place may run there, or null. */
const struct running *running_given(struct running_actors *actors, int function, const char *place,
                                    TSNode at);
/* Is it the actor of the behaviour that runs? */
bool running_is_self(const struct running_actors *actors, const char *place);

#endif
