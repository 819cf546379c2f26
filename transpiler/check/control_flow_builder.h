/* SPDX-License-Identifier: MIT */
/* Shared by control_flow.c (blocks and expressions), control_flow_statement.c (statements and
 * jumps) and control_flow_ask.c (what holds on all paths). */
#ifndef CONCC_CONTROL_FLOW_BUILDER_H
#define CONCC_CONTROL_FLOW_BUILDER_H

#include "control_flow.h"

/* A loop or switch, as break and continue see it. */
struct flow_loop {
	int break_to, continue_to; /* continue_to: FLOW_NONE for a switch */
	bool head;                 /* its condition is being built: compilers differ in what a
	                              break there leaves */
	struct flow_loop *outer;
};

struct flow_switch {
	int head;
	bool has_default;
	struct flow_switch *outer;
};

struct flow_label {
	TSNode name;
	int block; /* the target of gotos */
};

struct flow_builder {
	struct flow *flow;
	const struct flow_client *client;
	int current; /* gets the next event */
	struct flow_loop *loop;
	struct flow_switch *choice;
	struct flow_label *labels;
	size_t label_count, label_room;
	int any_label; /* the target of computed gotos */
};

int flow_block_new(struct flow_builder *builder);
void flow_edge(struct flow_builder *builder, int from, int to);
/* Adds an edge from the current block to a new one, which becomes the current block. */
int flow_next(struct flow_builder *builder);
/* Makes a new block current that is not reached from here. */
void flow_stop(struct flow_builder *builder);
void flow_event(struct flow_builder *builder, TSNode node);

/* Builds expressions, declarations, and all other nodes with parts. */
void flow_visit(struct flow_builder *builder, TSNode node);
/* Builds a node that may be evaluated or not. */
void flow_maybe(struct flow_builder *builder, TSNode node);
/* Builds a condition that leads to one of two blocks. The caller sets the current one. */
void flow_condition(struct flow_builder *builder, TSNode node, int if_true, int if_false);
/* Builds the nodes in any order, once each. */
void flow_unordered(struct flow_builder *builder, const TSNode *nodes, size_t count);
/* The same for the children of a node, except the one in the field `but` (may be null). */
void flow_children(struct flow_builder *builder, TSNode node, const char *but);
/* Builds the children one after the other, with the same exception. */
void flow_sequence(struct flow_builder *builder, TSNode node, const char *but);

/* Builds an if or a ?:. */
void flow_branches(struct flow_builder *builder, TSNode node);
/* Builds node if it is a statement, and returns whether it is one. */
bool flow_statement(struct flow_builder *builder, TSNode node);
int flow_label_block(struct flow_builder *builder, TSNode name);

#endif
