/* SPDX-License-Identifier: MIT */
/* control_flow, between its files: control_flow.c blocks and expressions,
 * control_flow_statement.c statements and jumps, control_flow_ask.c what holds on all paths. */
#ifndef CONCC_CONTROL_FLOW_BUILDER_H
#define CONCC_CONTROL_FLOW_BUILDER_H

#include "control_flow.h"

/* What break and continue leave. */
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
	int block; /* where gotos lead */
};

struct flow_builder {
	struct flow *flow;
	const struct flow_client *client;
	int current; /* where the next event goes */
	struct flow_loop *loop;
	struct flow_switch *choice;
	struct flow_label *labels;
	size_t label_count, label_room;
	int any_label; /* where computed gotos lead */
};

int flow_block_new(struct flow_builder *builder);
void flow_edge(struct flow_builder *builder, int from, int to);
/* An edge from the current block to a new one, which becomes the current. */
int flow_next(struct flow_builder *builder);
/* What follows is not reached from here. */
void flow_stop(struct flow_builder *builder);
void flow_event(struct flow_builder *builder, TSNode node);

/* Expressions, declarations, and whatever else has parts. */
void flow_visit(struct flow_builder *builder, TSNode node);
/* It may be evaluated, or not, or only looked at. */
void flow_maybe(struct flow_builder *builder, TSNode node);
/* Goes to one of two blocks; nothing is current behind it. */
void flow_condition(struct flow_builder *builder, TSNode node, int if_true, int if_false);
/* These in any order, once each. */
void flow_unordered(struct flow_builder *builder, const TSNode *nodes, size_t count);
/* The same for the children of a node but those in the field `but` (may be null). */
void flow_children(struct flow_builder *builder, TSNode node, const char *but);
/* The children one after the other. */
void flow_sequence(struct flow_builder *builder, TSNode node, const char *but);

/* True: it was a statement, and has been built. */
bool flow_statement(struct flow_builder *builder, TSNode node);
int flow_label_block(struct flow_builder *builder, TSNode name);

#endif
