/* SPDX-License-Identifier: MIT */
/* What other threads get from a function: for -fconc-safe, which refuses what it cannot see. */
#ifndef CONCC_CROSSING_H
#define CONCC_CROSSING_H

#include "after.h"
#include "guard.h"

/* An object that another thread gets: by its address, or because it is that thread itself. */
struct crossing {
	TSNode node;    /* the send, spawn, declaration, call */
	TSNode pointer; /* the address in it; of a thread: its name */
	int function;
	char *place;        /* of the object */
	struct start start; /* until what ends; */
	bool lent;          /* else it is handed on for good */
	bool reads;         /* the thread may only read it */
	bool element;       /* it is &a[0], and not all of a */
	int thread;         /* of an array of threads: its number, from 1; else 0 */
	bool several;       /* each of several threads gets it */
	bool many;          /* a future gives it to each reader */
	bool itself;        /* it is a thread or an actor: only its members count */
};

struct crossings {
	struct unit *unit;
	const struct call_graph *graph;
	struct after *after;
	const struct guards *guards;
	struct crossing *list;
	size_t count, room;
	struct asked_parameter {
		int function, index;
	} * asked; /* whose callers were looked at */
	size_t asked_count, asked_room;
};

/* Finds the unit's crossings. Reports those whose object others may have, as far as one can see. */
void crossings_find(struct crossings *crossings);
void crossings_free(struct crossings *crossings);

#endif
