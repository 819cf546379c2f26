/* SPDX-License-Identifier: MIT */
/* Statements and jumps. Where the meaning is open, the graph has an edge for each reading: for a
 * break in the condition of a loop, which compilers bind differently, and for labels of one name in
 * different blocks (__label__). */
#include "control_flow_builder.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"

/* ---- Labels ---- */

int flow_label_block(struct flow_builder *builder, TSNode name)
{
	for (size_t i = 0; i < builder->label_count; i++)
		if (same_text(builder->client->text, builder->labels[i].name, name))
			return builder->labels[i].block;
	int block = flow_block_new(builder);
	*GROW(builder->labels, builder->label_count, builder->label_room) =
	        (struct flow_label){name, block};
	return block;
}

static void labeled(struct flow_builder *builder, TSNode node)
{
	flow_next(builder);
	flow_edge(builder, flow_label_block(builder, node_field(node, "label")), builder->current);
	flow_edge(builder, builder->any_label, builder->current);
	flow_sequence(builder, node, "label");
}

static void jump(struct flow_builder *builder, TSNode node)
{
	TSNode label = node_field(node, "label");
	if (ts_node_is_null(label)) {
		flow_visit(builder, node_field(node, "address"));
		flow_edge(builder, builder->current, builder->any_label);
	} else {
		flow_edge(builder, builder->current, flow_label_block(builder, label));
	}
	flow_stop(builder);
}

/* ---- Loops and switches ---- */

static void flow_leave(struct flow_builder *builder, bool breaks)
{
	for (struct flow_loop *loop = builder->loop; loop; loop = loop->outer) {
		int to = breaks ? loop->break_to : loop->continue_to;
		if (to == FLOW_NONE) continue;
		flow_edge(builder, builder->current, to);
		if (!loop->head) break;
	}
	flow_stop(builder);
}

/* Builds the loop's condition, which leads to the body or out of the loop. */
static void loop_head(struct flow_builder *builder, struct flow_loop *loop, TSNode condition,
                      int body)
{
	loop->head = true;
	if (ts_node_is_null(condition)) flow_edge(builder, builder->current, body);
	else flow_condition(builder, condition, body, loop->break_to);
	loop->head = false;
}

static struct flow_loop loop_new(struct flow_builder *builder)
{
	return (struct flow_loop){.break_to = flow_block_new(builder),
	                          .continue_to = flow_block_new(builder),
	                          .outer = builder->loop};
}

static void loop_end(struct flow_builder *builder, const struct flow_loop *loop)
{
	builder->loop = loop->outer;
	builder->current = loop->break_to;
}

static void while_loop(struct flow_builder *builder, TSNode node)
{
	struct flow_loop loop = loop_new(builder);
	int body = flow_block_new(builder);
	flow_edge(builder, builder->current, loop.continue_to);
	builder->current = loop.continue_to;
	builder->loop = &loop;
	loop_head(builder, &loop, node_field(node, "condition"), body);
	builder->current = body;
	flow_visit(builder, node_field(node, "body"));
	flow_edge(builder, builder->current, loop.continue_to);
	loop_end(builder, &loop);
}

static void do_loop(struct flow_builder *builder, TSNode node)
{
	struct flow_loop loop = loop_new(builder);
	int body = flow_next(builder);
	builder->loop = &loop;
	flow_visit(builder, node_field(node, "body"));
	flow_edge(builder, builder->current, loop.continue_to);
	builder->current = loop.continue_to;
	loop_head(builder, &loop, node_field(node, "condition"), body);
	loop_end(builder, &loop);
}

static void for_loop(struct flow_builder *builder, TSNode node)
{
	struct flow_loop loop = loop_new(builder);
	int body = flow_block_new(builder);
	flow_visit(builder, node_field(node, "initializer"));
	int head = flow_next(builder);
	builder->loop = &loop;
	loop_head(builder, &loop, node_field(node, "condition"), body);
	builder->current = body;
	flow_visit(builder, node_field(node, "body"));
	flow_edge(builder, builder->current, loop.continue_to);
	builder->current = loop.continue_to;
	loop.head = true;
	flow_visit(builder, node_field(node, "update"));
	flow_edge(builder, builder->current, head);
	loop_end(builder, &loop);
}

static void choice(struct flow_builder *builder, TSNode node)
{
	struct flow_loop loop = {.break_to = flow_block_new(builder),
	                         .continue_to = FLOW_NONE,
	                         .head = true,
	                         .outer = builder->loop};
	struct flow_switch choice = {.outer = builder->choice};
	builder->loop = &loop;
	flow_visit(builder, node_field(node, "condition"));
	loop.head = false;
	choice.head = builder->current;
	builder->choice = &choice;
	flow_stop(builder);
	flow_visit(builder, node_field(node, "body"));
	flow_edge(builder, builder->current, loop.break_to);
	if (!choice.has_default) flow_edge(builder, choice.head, loop.break_to);
	builder->choice = choice.outer;
	loop_end(builder, &loop);
}

static void labeled_case(struct flow_builder *builder, TSNode node)
{
	TSNode value = node_field(node, "value");
	flow_next(builder);
	if (builder->choice) {
		flow_edge(builder, builder->choice->head, builder->current);
		if (ts_node_is_null(value)) builder->choice->has_default = true;
	}
	flow_sequence(builder, node, "value");
}

void flow_branches(struct flow_builder *builder, TSNode node)
{
	int if_true = flow_block_new(builder), if_false = flow_block_new(builder);
	flow_condition(builder, node_field(node, "condition"), if_true, if_false);
	builder->current = if_true;
	flow_visit(builder, node_field(node, "consequence"));
	int after = flow_next(builder);
	builder->current = if_false;
	flow_visit(builder, node_field(node, "alternative"));
	flow_edge(builder, builder->current, after);
	builder->current = after;
}

static void return_from(struct flow_builder *builder, TSNode node)
{
	flow_sequence(builder, node, NULL);
	flow_event(builder, node);
	flow_edge(builder, builder->current, builder->flow->exit);
	flow_stop(builder);
}

/* ---- The dialect ---- */

static void operands(struct flow_builder *builder, TSNode node)
{
	int count = node_fields(node, "operand", NULL, 0);
	TSNode *list = memory_new((size_t)count + 1, sizeof *list);
	node_fields(node, "operand", list, count);
	flow_unordered(builder, list, (size_t)count);
	free(list);
}

static void separate(struct flow_builder *builder, TSNode node)
{
	TSNode require = node_field(node, "require");
	operands(builder, node);
	flow_event(builder, node);
	if (!ts_node_is_null(require)) {
		int head = flow_next(builder), body = flow_block_new(builder);
		flow_event(builder, require);
		flow_condition(builder, node_field(require, "condition"), body, head);
		builder->current = body;
	}
	flow_visit(builder, node_field(node, "body"));
}

/* Builds conditions, guards and blocks, which run at any time, any number of times: a block of
 * `and` is followed by another one, and guards are evaluated again. */
static void wait_parts(struct flow_builder *builder, TSNode node, int any)
{
	static const char *const parts[] = {"wait_clause",    "wait_group",          "wait_or",
	                                    "wait_and",       "wait_else",           "wait_guard",
	                                    "timeout_clause", "waituntil_statement", NULL};
	if (!node_type_in(node, parts)) {
		builder->current = any;
		flow_next(builder);
		flow_visit(builder, node);
		flow_edge(builder, builder->current, any);
		return;
	}
	for (uint32_t i = 0; i < node_named_child_count(node); i++)
		wait_parts(builder, node_named_child(node, i), any);
}

static void wait(struct flow_builder *builder, TSNode node)
{
	int any = flow_next(builder);
	wait_parts(builder, node, any);
	builder->current = any;
	flow_next(builder);
}

/* Builds a statement that locks its operands, if it has any. */
static void held(struct flow_builder *builder, TSNode node)
{
	operands(builder, node);
	flow_event(builder, node);
	flow_visit(builder, node_field(node, "body"));
}

static void in_order(struct flow_builder *builder, TSNode node)
{
	flow_sequence(builder, node, NULL);
}

static void breaks(struct flow_builder *builder, TSNode node)
{
	(void)node;
	flow_leave(builder, true);
}

static void continues(struct flow_builder *builder, TSNode node)
{
	(void)node;
	flow_leave(builder, false);
}

bool flow_statement(struct flow_builder *builder, TSNode node)
{
	static const struct {
		const char *type;
		void (*build)(struct flow_builder *builder, TSNode node);
	} statements[] = {
	        {"compound_statement", in_order},   {"expression_statement", in_order},
	        {"attributed_statement", in_order}, {"else_clause", in_order},
	        {"labeled_statement", labeled},     {"goto_statement", jump},
	        {"break_statement", breaks},        {"continue_statement", continues},
	        {"return_statement", return_from},  {"if_statement", flow_branches},
	        {"while_statement", while_loop},    {"do_statement", do_loop},
	        {"for_statement", for_loop},        {"switch_statement", choice},
	        {"case_statement", labeled_case},   {"mutex_statement", held},
	        {"blocking_statement", held},       {"scope_statement", held},
	        {"separate_statement", separate},   {"waituntil_statement", wait},
	};
	for (size_t i = 0; i < sizeof statements / sizeof *statements; i++)
		if (node_type_is(node, statements[i].type)) {
			statements[i].build(builder, node);
			return true;
		}
	return false;
}
