/* SPDX-License-Identifier: MIT */
/* What a function has started and may still run at a place in it. */
#ifndef CONCC_LIVE_H
#define CONCC_LIVE_H

#include "call_graph.h"
#include "control_flow.h"
#include "types/clang.h"

/* A thread, task or actor object, a spawn, a call that starts one and returns before it ends. */
struct start {
	TSNode node;
	int function;
	long holder;   /* the offset of the variable that it is joined by; -1: none */
	TSNode within; /* a block or a scope statement: behind it, it has ended; or the null node */
	bool actor;
};

/* What a function does with the address that a parameter has (owned.c). */
struct passed {
	int function, index;
	bool known; /* others may know it, as long as something runs */
	bool given; /* it is given away */
};

struct live {
	struct unit *unit;
	const struct call_graph *graph;
	struct start *starts;
	size_t count, room;
	struct flow *flows; /* of each function; without blocks: not built yet */
	TSNode *locking;    /* mutex statements and wait clauses, outer ones first */
	size_t locking_count, locking_room;
	struct passed *passed;
	/* of each function, null: not asked for yet */
	signed char *halves; /* held.c: does it only lock? */
	signed char *makes;  /* owned.c: does it return what it has made? */
	size_t passed_count, passed_room;
	TSNode *actors_starts; /* calls of conc_actors_start */
	size_t actors_start_count, actors_start_room;
	TSNode *heads; /* the conditions of wait clauses */
	size_t head_count, head_room;
	struct followed *followed; /* starts of which something has been asked */
	size_t followed_count, followed_room;
};

void live_build(struct unit *unit, const struct call_graph *graph, struct live *live);
void live_free(struct live *live);
/* Returns a start of the function that may still run at a node, or null. */
const struct start *live_at(struct live *live, int function, TSNode at);
/* Nodes of a function, of which live_follow is asked. */
struct live_nodes {
	const TSNode *list;
	size_t count;
	size_t *numbers; /* of the events */
};
void live_locate(struct live *live, int function, struct live_nodes *nodes);
/* As start_is_live, of many nodes at once: a digit for each. The caller owns the text. What is in
 * no order with the start does not run beside it. */
char *live_follow(struct live *live, const struct start *start, const struct live_nodes *nodes);
/* Returns a call as the start of what it may leave running. */
struct start live_call(const struct live *live, TSNode call);
/* May this start still run at a node of its function? */
bool start_is_live(struct live *live, const struct start *start, TSNode at);
/* Is it worker *w = new …, or w = new …, and not w[i] = new …? */
bool start_is_kept(TSNode made);
/* May this start still run when its function has returned? */
bool start_is_left(const struct live *live, const struct start *start);
/* Returns the innermost start that the node is part of, or null. */
const struct start *start_around(const struct live *live, TSNode node);
/* As flow_ask, on the function's graph. */
void live_ask(struct live *live, int function, struct flow_question *question, TSNode at);
/* Can control come from one node to the other, not through `between` (may be the null node)? */
bool live_reaches(struct live *live, int function, TSNode from, TSNode to, TSNode between);

#endif
