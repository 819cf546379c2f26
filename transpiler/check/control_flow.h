/* SPDX-License-Identifier: MIT */
/* The control-flow graph of a function, built from tree-sitter's tree: all of GNU C, and the
 * dialect's statements.
 *
 * The client says which nodes are events. A block is a sequence of events in the order in which
 * they happen; an event is its node. A call, an assignment or a `delete` happens after its
 * operands, a name where it is written, a separate_statement when its operands are reserved, a
 * require_clause each time before its condition is evaluated, a waituntil_statement at its end.
 *
 * Where C leaves the order open (operands of +, arguments of a call) the graph has a *group*: a
 * block that splits into branches, one per operand, each a subgraph, and a block that joins them.
 * All branches are run, in any order. There is no group if only one operand has events.
 *
 * Rejected: evaluating operands from left to right. gcc evaluates arguments from right to left,
 * clang from left to right.
 *
 * Invariants: block 0 is the entry. An event occurs in the graph once. A branch's blocks are
 * numbered from its first to its end. Edges out of unreachable blocks are removed. */
#ifndef CONCC_CONTROL_FLOW_H
#define CONCC_CONTROL_FLOW_H

#include "tree/syntax.h"

enum { FLOW_NONE = -1 };

struct flow_block {
	TSNode *events;
	size_t event_count, event_room;
	int *predecessors; /* of a join: the ends of its branches */
	size_t predecessor_count, predecessor_room;
	int branch; /* the branch that begins with this block, or FLOW_NONE */
	int group;  /* the group that this block joins, or FLOW_NONE */
	bool reached;
};

struct flow_branch {
	int group;
	int first, last; /* blocks; last is the one from which the join is reached */
	int end;         /* one after the branch's last block by number */
};

struct flow_group {
	int before; /* the block from which all branches are reached */
	int first_branch, branch_count;
};

struct flow {
	struct flow_block *blocks;
	size_t block_count, block_room;
	struct flow_branch *branches;
	size_t branch_count, branch_room;
	struct flow_group *groups;
	size_t group_count, group_room;
	bool has_labels; /* a goto may lead back over a declaration */
	/* Why the graph is incomplete: a syntax error, or a jump out of a nested function. Null: it
	 * is complete. */
	const char *unsure;
};

/* The client: the analysis that the graph is built for. */
struct flow_client {
	const char *text; /* of the tree */
	void *data;
	bool (*event)(void *data, TSNode node); /* is the node an event? */
	bool (*ends)(void *data, TSNode call);  /* does the call never return? May be null. */
};

/* Builds the graph of function, a function_definition or a behaviour, with a body. Functions nested
 * in it are not part of it. */
void flow_build(struct flow *flow, const struct flow_client *client, TSNode function);
void flow_free(struct flow *flow);

/* ---- What holds at a place, on all paths to it ---- */

enum flow_effect { FLOW_KEEPS, FLOW_SETS, FLOW_CLEARS };

/* The caller sets the first three members, flow_ask the rest. A node is null if there is none; of
 * several it is one that few blocks separate from the place. */
struct flow_question {
	const struct flow *flow;
	enum flow_effect (*effect)(void *data, TSNode event);
	void *data;
	bool holds;
	TSNode at;       /* the event that flow_ask was given */
	TSNode set;      /* an event that sets it; `at` itself only if there is no other */
	size_t sets;     /* how many such events there are, on different paths */
	TSNode cleared;  /* an event after which it is not set again */
	bool unordered;  /* `cleared` and `at` are in no order */
	TSNode beside;   /* an event that sets it, but in no order with `at` */
	bool from_entry; /* a path comes from the function's entry */
};

/* Answers whether it is set just before the event `at` on all paths; it is not if there is no such
 * event. */
void flow_ask(struct flow_question *question, TSNode at);

/* ---- Where control comes after an event ---- */

/* Events have numbers, from 0, in the order of the blocks. */
size_t flow_events(const struct flow *flow);
/* Returns the number of an event; (size_t)-1: it is none. */
size_t flow_number(const struct flow *flow, TSNode event);
/* Events *first to *end - 1 are in the outermost group that event number `from` is in: in no order
 * with it, perhaps. None: *end is 0. */
void flow_around(const struct flow *flow, size_t from, size_t *first, size_t *end);
/* Sets reached[i] of each event i to which control may come from event number `from`, not through
 * one that sets it. Events in no order with that one count as not reached. */
void flow_follow(const struct flow_question *question, size_t from, bool *reached);

#endif
