/* SPDX-License-Identifier: MIT */
/* Where a function may wait for another thread, or learn from it. */
#ifndef CONCC_WAITS_H
#define CONCC_WAITS_H

#include "call_graph.h"

/* The functions of a unit, and which of them may wait. */
struct waits {
	struct unit *unit;
	const struct call_graph *graph;
	char *functions; /* of each: waits.c */
};

/* Is it a call of a library function that waits for no other thread? */
bool call_never_waits(const struct unit *unit, TSNode call);
/* Does a task, thread or actor end with the block, whose end then waits? A returned task moves. */
bool block_joins(struct unit *unit, TSNode block);

void waits_begin(struct waits *waits, struct unit *unit, const struct call_graph *graph);
void waits_end(struct waits *waits);
/* May something that others did be known behind this event of a control-flow graph? */
bool waits_at(struct waits *waits, TSNode event);

#endif
