/* SPDX-License-Identifier: MIT */
/* The control-flow graph of a function, built from tree-sitter's tree: all of GNU C, and the
 * dialect's statements.
 *
 * Whoever asks says which nodes are events. A block is a sequence of events in the order in which
 * they happen; an event is its node. A call, an assignment, a `delete` happens behind its operands,
 * a name where it stands, a separate_statement when its operands are reserved, a require_clause
 * each time before its condition is evaluated.
 *
 * Where C leaves the order open (operands of +, arguments of a call) the graph has a *group*: a
 * block that splits into branches, one per operand, each a subgraph, and a block that joins them.
 * All branches are run, in any order. A group with events in one operand only is no group.
 *
 * Rejected: to evaluate operands from left to right. gcc evaluates arguments from right to left,
 * clang the other way round.
 *
 * Invariants: block 0 is the entry. An event stands in the graph once. A branch's blocks have the
 * numbers from its first to its end. Edges out of blocks that are never reached are taken away. */
#ifndef CONCC_CONTROL_FLOW_H
#define CONCC_CONTROL_FLOW_H

#include <stdbool.h>
#include <stddef.h>

#include "syntax.h"

enum { FLOW_NONE = -1 };

struct flow_block {
	TSNode *events;
	size_t event_count, event_room;
	int *predecessors; /* of a join: the ends of its branches */
	size_t predecessor_count, predecessor_room;
	int branch; /* it is the first block of this branch, or FLOW_NONE */
	int group;  /* it joins this group, or FLOW_NONE */
	bool reached;
};

struct flow_branch {
	int group;
	int first, last; /* blocks; last is the one from which the join is reached */
	int end;         /* behind the branch's last block by number */
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
	int exit;
	bool has_labels; /* a goto may go back behind a declaration */
	/* Why the graph does not tell all there is: a syntax error, a jump out of a nested
	 * function. Null: it does. */
	const char *unsure;
};

/* Who asks. */
struct flow_client {
	const char *text; /* the tree's */
	void *data;
	bool (*event)(void *data, TSNode node); /* is it one? */
	bool (*ends)(void *data, TSNode call);  /* does the call never return? May be null. */
};

/* function: a function_definition or a behaviour, with a body. Functions nested in it are not part
 * of it. */
void flow_build(struct flow *flow, const struct flow_client *client, TSNode function);
void flow_free(struct flow *flow);

/* ---- What holds at a place, on all paths to it ---- */

enum flow_effect { FLOW_KEEPS, FLOW_SETS, FLOW_CLEARS };

/* Fill in the first three; the rest is the answer. Nodes are null where there is none; of several
 * it is one with few blocks in between. */
struct flow_question {
	const struct flow *flow;
	enum flow_effect (*effect)(void *data, TSNode event);
	void *data;
	bool holds;
	TSNode at;       /* what was asked for */
	TSNode set;      /* an event that sets it; at itself only if there is no other one */
	size_t sets;     /* how many do, on different paths */
	TSNode cleared;  /* an event behind which it is not set again */
	bool unordered;  /* the clearing event is in no order with the place */
	TSNode beside;   /* an event that sets it, but is in no order with the place */
	bool from_entry; /* a path comes from the function's entry */
};

/* Is it set just before the event at, whichever way that was reached? Not, where there is no such
 * event. */
void flow_ask(struct flow_question *question, TSNode at);

#endif
