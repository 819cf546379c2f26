/* SPDX-License-Identifier: MIT */
/* Blocks, the order in which expressions are evaluated, statements and jumps. Where the meaning is
 * open, the graph has an edge for each reading: for a break in the condition of a loop, which
 * compilers bind differently, and for labels of one name in different blocks (__label__). */
#include "control_flow.h"

#include <stdlib.h>

#include "base/text.h"

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

/* Builds expressions, statements, declarations, and all other nodes with parts. */
static void flow_visit(struct flow_builder *builder, TSNode node);

/* ---- Blocks ---- */

static int flow_block_new(struct flow_builder *builder)
{
	struct flow *flow = builder->flow;
	struct flow_block *block = GROW(flow->blocks, flow->block_count, flow->block_room);
	block->branch = block->group = FLOW_NONE;
	return (int)flow->block_count - 1;
}

static void flow_edge(struct flow_builder *builder, int from, int to)
{
	struct flow_block *block = &builder->flow->blocks[to];
	*GROW(block->predecessors, block->predecessor_count, block->predecessor_room) = from;
}

/* The new block becomes the current one. */
static int flow_next(struct flow_builder *builder)
{
	int block = flow_block_new(builder);
	flow_edge(builder, builder->current, block);
	return builder->current = block;
}

/* The new block is not reached from here. */
static void flow_stop(struct flow_builder *builder)
{
	builder->current = flow_block_new(builder);
}

static void flow_event(struct flow_builder *builder, TSNode node)
{
	struct flow_block *block = &builder->flow->blocks[builder->current];
	if (builder->client->event(builder->client->data, node))
		*GROW(block->events, block->event_count, block->event_room) = node;
}

/* ---- Parts in no order ---- */

static void free_block(struct flow_block *block)
{
	free(block->events);
	free(block->predecessors);
}

/* Ends a part that began in block `first`. False: it has no events and was removed. */
static bool end_part(struct flow_builder *builder, int first)
{
	struct flow *flow = builder->flow;
	if (builder->current != first || flow->blocks[first].event_count) return true;
	free_block(&flow->blocks[--flow->block_count]);
	return false;
}

/* The node may be evaluated or not. */
static void flow_maybe(struct flow_builder *builder, TSNode node)
{
	int before = builder->current, first = builder->current = flow_block_new(builder);
	flow_visit(builder, node);
	if (!end_part(builder, first)) {
		builder->current = before;
		return;
	}
	flow_edge(builder, before, first);
	flow_edge(builder, before, flow_next(builder));
}

/* Adds a group, and the block that joins it. Its branches are adjacent in flow->branches, so they
 * are added when all are built: nested groups have branches, too. */
static void add_group(struct flow_builder *builder, int before, const struct flow_branch *branches,
                      int count)
{
	struct flow *flow = builder->flow;
	int group = (int)flow->group_count, join = flow_block_new(builder);
	*GROW(flow->groups, flow->group_count, flow->group_room) =
	        (struct flow_group){before, (int)flow->branch_count, count};
	for (int i = 0; i < count; i++) {
		struct flow_branch *branch =
		        GROW(flow->branches, flow->branch_count, flow->branch_room);
		*branch = branches[i];
		branch->group = group;
		flow->blocks[branch->first].branch = (int)flow->branch_count - 1;
		flow_edge(builder, branch->last, join);
	}
	flow->blocks[join].group = group;
	builder->current = join;
}

/* Builds the nodes in any order, once each. */
static void flow_unordered(struct flow_builder *builder, const TSNode *nodes, size_t count)
{
	struct flow_branch *branches = memory_new(count + 1, sizeof *branches);
	int before = builder->current, found = 0;
	for (size_t i = 0; i < count; i++) {
		int first = builder->current = flow_block_new(builder);
		flow_visit(builder, nodes[i]);
		if (!end_part(builder, first)) continue;
		flow_edge(builder, before, first);
		branches[found++] = (struct flow_branch){FLOW_NONE, first, builder->current,
		                                         (int)builder->flow->block_count};
	}
	if (found == 0) builder->current = before;
	else if (found == 1) builder->current = branches[0].last;
	else add_group(builder, before, branches, found);
	free(branches);
}

struct nodes {
	TSNode *list;
	size_t count, room;
};

static void add_children(struct nodes *nodes, TSNode node, const char *but)
{
	for (uint32_t i = 0; i < node_named_child_count(node); i++) {
		TSNode child = node_named_child(node, i);
		if (!but || !node_is_field(node, but, child))
			*GROW(nodes->list, nodes->count, nodes->room) = child;
	}
}

/* The same for the children of a node, except the one in the field `but` (may be null). */
static void flow_children(struct flow_builder *builder, TSNode node, const char *but)
{
	struct nodes nodes = {0};
	add_children(&nodes, node, but);
	flow_unordered(builder, nodes.list, nodes.count);
	free(nodes.list);
}

/* Builds the children one after the other, with the same exception. */
static void flow_sequence(struct flow_builder *builder, TSNode node, const char *but)
{
	struct nodes nodes = {0};
	add_children(&nodes, node, but);
	for (size_t i = 0; i < nodes.count; i++) flow_visit(builder, nodes.list[i]);
	free(nodes.list);
}

/* ---- Expressions ---- */

/* Returns the value of a constant condition, 1 or 0, else -1. */
static int constant(const struct flow_builder *builder, TSNode node)
{
	const struct syntax syntax = {.text = builder->client->text};
	if (node_type_is(node, "true") || node_text_is(&syntax, node, "1")) return 1;
	if (node_type_is(node, "false") || node_text_is(&syntax, node, "0")) return 0;
	return -1;
}

/* Builds a condition that leads to one of two blocks. The caller sets the current one. */
static void flow_condition(struct flow_builder *builder, TSNode node, int if_true, int if_false)
{
	node = node_inner(node);
	bool both = node_is(node, NODE_binary_expression) && node_has_operator(node, "&&"),
	     either = node_is(node, NODE_binary_expression) && node_has_operator(node, "||");
	if (both || either) {
		int more = flow_block_new(builder);
		flow_condition(builder, node_field(node, "left"), both ? more : if_true,
		               both ? if_false : more);
		builder->current = more;
		flow_condition(builder, node_field(node, "right"), if_true, if_false);
	} else if (node_type_is(node, "unary_expression") && node_has_operator(node, "!")) {
		flow_condition(builder, node_field(node, "argument"), if_false, if_true);
	} else {
		int value = constant(builder, node);
		flow_visit(builder, node);
		if (value != 0) flow_edge(builder, builder->current, if_true);
		if (value != 1) flow_edge(builder, builder->current, if_false);
		flow_stop(builder);
	}
}

static int flow_label_block(struct flow_builder *builder, TSNode name)
{
	for (size_t i = 0; i < builder->label_count; i++)
		if (same_text(builder->client->text, builder->labels[i].name, name))
			return builder->labels[i].block;
	int block = flow_block_new(builder);
	*GROW(builder->labels, builder->label_count, builder->label_room) =
	        (struct flow_label){name, block};
	return block;
}

/* Builds a call, or a spawn: there the arguments are evaluated here, the call elsewhere. */
static void call(struct flow_builder *builder, TSNode node)
{
	bool spawns = node_is(node, NODE_spawn_expression);
	TSNode made = spawns ? node_field(node, "call") : node;
	struct nodes nodes = {0};
	*GROW(nodes.list, nodes.count, nodes.room) = node_field(made, "function");
	add_children(&nodes, node_field(made, "arguments"), NULL);
	flow_unordered(builder, nodes.list, nodes.count);
	free(nodes.list);
	flow_event(builder, node);
	if (!spawns && builder->client->ends && builder->client->ends(builder->client->data, node))
		flow_stop(builder);
}

/* An asm goto continues after it, or at one of its labels. */
static void assembler(struct flow_builder *builder, TSNode node)
{
	TSNode labels = node_field(node, "goto_labels");
	flow_children(builder, node, "goto_labels");
	flow_event(builder, node);
	for (uint32_t i = 0; i < node_named_child_count(labels); i++)
		flow_edge(builder, builder->current,
		          flow_label_block(builder, node_named_child(labels, i)));
	if (node_named_child_count(labels)) flow_next(builder);
}

/* True if operands or arguments matter only for what the compiler knows of them. */
static bool is_unevaluated(const struct flow_builder *builder, TSNode node)
{
	static const char *const types[] = {
	        "sizeof_expression",  "alignof_expression",  "typeof_specifier",
	        "generic_expression", "offsetof_expression", "struct_specifier",
	        "union_specifier",    "enum_specifier",      NULL};
	static const char *const functions[] = {"__builtin_constant_p",
	                                        "__builtin_choose_expr",
	                                        "__builtin_classify_type",
	                                        "__builtin_object_size",
	                                        "__builtin_dynamic_object_size",
	                                        "__builtin_types_compatible_p",
	                                        "__builtin_has_attribute",
	                                        "__builtin_offsetof",
	                                        NULL};
	const struct syntax syntax = {.text = builder->client->text};
	return node_type_in(node, types) ||
	       (node_is(node, NODE_call_expression) &&
	        node_text_in(&syntax, node_field(node, "function"), functions));
}

/* ---- Statements ---- */

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
	flow_visit(builder, node_field(node, "address"));
	flow_edge(builder, builder->current,
	          ts_node_is_null(label) ? builder->any_label : flow_label_block(builder, label));
	flow_stop(builder);
}

/* ---- Loops and switches ---- */

static void flow_leave(struct flow_builder *builder, TSNode node)
{
	for (struct flow_loop *loop = builder->loop; loop; loop = loop->outer) {
		int to = node_type_is(node, "break_statement") ? loop->break_to : loop->continue_to;
		if (to == FLOW_NONE) continue;
		flow_edge(builder, builder->current, to);
		if (!loop->head) break;
	}
	flow_stop(builder);
}

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
	flow_next(builder);
	if (builder->choice) {
		flow_edge(builder, builder->choice->head, builder->current);
		builder->choice->has_default |= ts_node_is_null(node_field(node, "value"));
	}
	flow_sequence(builder, node, "value");
}

/* An if or a ?:. */
static void flow_branches(struct flow_builder *builder, TSNode node)
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
	static const char *const parts[] = {
	        "wait_clause",   "wait_group", "wait_or",        "wait_and",
	        "wait_else",     "wait_guard", "timeout_clause", "waituntil_statement",
	        "wait_separate", NULL};
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
	flow_event(builder, node);
}

/* A statement that locks its operands, if it has any. */
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

static bool flow_statement(struct flow_builder *builder, TSNode node)
{
	static const struct {
		const char *type;
		void (*build)(struct flow_builder *builder, TSNode node);
	} statements[] = {
	        {"compound_statement", in_order},   {"expression_statement", in_order},
	        {"attributed_statement", in_order}, {"else_clause", in_order},
	        {"labeled_statement", labeled},     {"goto_statement", jump},
	        {"break_statement", flow_leave},    {"continue_statement", flow_leave},
	        {"return_statement", return_from},  {"if_statement", flow_branches},
	        {"while_statement", while_loop},    {"do_statement", do_loop},
	        {"for_statement", for_loop},        {"switch_statement", choice},
	        {"case_statement", labeled_case},   {"mutex_statement", held},
	        {"blocking_statement", held},       {"unchecked_statement", held},
	        {"scope_statement", held},          {"separate_statement", separate},
	        {"shield_statement", held},         {"waituntil_statement", wait},
	};
	for (size_t i = 0; i < sizeof statements / sizeof *statements; i++)
		if (node_type_is(node, statements[i].type)) {
			statements[i].build(builder, node);
			return true;
		}
	return false;
}

static void flow_visit(struct flow_builder *builder, TSNode node)
{
	static const char *const skipped[] = {
	        "function_definition",       "parameter_list",
	        "attribute_specifier",       "attribute_declaration",
	        "static_assert_declaration", "label_address_expression",
	        "local_label_declaration",   NULL};
	if (ts_node_is_null(node) || node_type_in(node, skipped)) return;
	if (node_named_child_count(node) == 0 && node_child_count(node) == 0) {
		flow_event(builder, node);
	} else if (flow_statement(builder, node)) {
		return;
	} else if (is_unevaluated(builder, node)) {
		TSNode list =
		        node_is(node, NODE_call_expression) ? node_field(node, "arguments") : node;
		for (uint32_t i = 0; i < node_named_child_count(list); i++)
			flow_maybe(builder, node_named_child(list, i));
	} else if (node_is(node, NODE_call_expression) || node_is(node, NODE_spawn_expression)) {
		call(builder, node);
	} else if (node_is(node, NODE_binary_expression) &&
	           (node_has_operator(node, "&&") || node_has_operator(node, "||"))) {
		int after = flow_block_new(builder); /* of both outcomes */
		flow_condition(builder, node, after, after);
		builder->current = after;
	} else if (node_type_is(node, "conditional_expression")) {
		flow_branches(builder, node); /* also a ? : c, whose value is a's */
	} else if (node_is(node, NODE_gnu_asm_expression)) {
		assembler(builder, node);
	} else if (node_type_is(node, "comma_expression") || node_is(node, NODE_declaration)) {
		flow_sequence(builder, node, NULL);
	} else {
		flow_children(builder, node, NULL);
		flow_event(builder, node);
	}
}

/* ---- Functions ---- */

static bool label_in(TSNode node, const struct flow_builder *builder, TSNode name)
{
	if (node_is(node, NODE_labeled_statement) &&
	    same_text(builder->client->text, node_field(node, "label"), name))
		return true;
	for (uint32_t i = 0; i < node_named_child_count(node); i++) {
		TSNode child = node_named_child(node, i);
		if (!node_is(child, NODE_function_definition) && label_in(child, builder, name))
			return true;
	}
	return false;
}

/* True if a goto in node, part of the nested function `function`, leaves it. */
static bool leaves(TSNode node, TSNode function, const struct flow_builder *builder)
{
	if (node_is(node, NODE_goto_statement)) {
		TSNode label = node_field(node, "label");
		return ts_node_is_null(label) ||
		       !label_in(node_field(function, "body"), builder, label);
	}
	for (uint32_t i = 0; i < node_named_child_count(node); i++) {
		TSNode child = node_named_child(node, i);
		if (leaves(child, node_is(child, NODE_function_definition) ? child : function,
		           builder))
			return true;
	}
	return false;
}

static bool nested_leaves(TSNode node, const struct flow_builder *builder)
{
	for (uint32_t i = 0; i < node_named_child_count(node); i++) {
		TSNode child = node_named_child(node, i);
		if (node_is(child, NODE_function_definition) ? leaves(child, child, builder)
		                                             : nested_leaves(child, builder))
			return true;
	}
	return false;
}

/* ---- What is reached ---- */

/* Marks the reached blocks and drops edges from the others. A join is reached when all its branches
 * reach their ends. */
static void drop_unreached(struct flow *flow)
{
	flow->blocks[0].reached = true;
	for (bool more = true; more;) {
		more = false;
		for (size_t i = 0; i < flow->block_count; i++) {
			struct flow_block *block = &flow->blocks[i];
			size_t reached = 0, wanted = 1;
			if (block->reached) continue;
			for (size_t k = 0; k < block->predecessor_count; k++)
				reached += flow->blocks[block->predecessors[k]].reached;
			if (block->group != FLOW_NONE) wanted = block->predecessor_count;
			block->reached = reached >= wanted;
			more |= block->reached;
		}
	}
	for (size_t i = 0; i < flow->block_count; i++) {
		struct flow_block *block = &flow->blocks[i];
		size_t count = 0;
		for (size_t k = 0; k < block->predecessor_count; k++)
			if (flow->blocks[block->predecessors[k]].reached)
				block->predecessors[count++] = block->predecessors[k];
		block->predecessor_count = count;
	}
}

void flow_build(struct flow *flow, const struct flow_client *client, TSNode function)
{
	TSNode body = node_field(function, "body");
	struct flow_builder builder = {.flow = flow, .client = client};
	*flow = (struct flow){0};
	builder.current = flow_block_new(&builder);
	builder.any_label = flow_block_new(&builder);
	flow_visit(&builder, body);
	drop_unreached(flow);
	flow->has_labels = builder.label_count > 0;
	if (ts_node_is_null(body) || ts_node_has_error(body))
		flow->unsure = "a part of the function could not be parsed";
	else if (nested_leaves(body, &builder)) flow->unsure = "a nested function jumps out";
	free(builder.labels);
}

void flow_free(struct flow *flow)
{
	for (size_t i = 0; i < flow->block_count; i++) free_block(&flow->blocks[i]);
	free(flow->blocks);
	free(flow->branches);
	free(flow->groups);
	*flow = (struct flow){0};
}
