/* SPDX-License-Identifier: MIT */
/* Finds functions by name, as C does: a unit has one definition of each. */
#include "call_graph.h"

#include <stdlib.h>

#include "base/text.h"
#include "types/clang.h"
#include "types/separate.h"
#include "types/variable.h"

struct builder {
	struct unit *unit;
	struct call_graph *graph;
};

static TSNode parameters(const struct function *function)
{
	TSNode declarator = node_field(function->node, "declarator");
	TSNode name = declarator_name(declarator), at = node_parent(name);
	if (node_is_behaviour(function->node)) return node_field(function->node, "parameters");
	while (!ts_node_is_null(at) && !node_is(at, NODE_function_declarator)) at = node_parent(at);
	return node_field(at, "parameters");
}

static TSNode parameter_name(TSNode list, uint32_t *at)
{
	for (; *at < node_named_child_count(list); ++*at) {
		TSNode child = node_named_child(list, *at);
		if (!node_is(child, NODE_parameter_declaration)) continue;
		++*at;
		return declarator_name(node_field(child, "declarator"));
	}
	return (TSNode){0};
}

TSNode function_parameter(const struct function *function, int index)
{
	TSNode list = parameters(function), name = {0};
	uint32_t at = 0;
	for (int i = 0; i <= index; i++) name = parameter_name(list, &at);
	return name;
}

int function_parameter_at(const struct function *function, long offset)
{
	TSNode list = parameters(function);
	uint32_t at = 0, count = node_named_child_count(list);
	for (int i = 0; at < count; i++) {
		TSNode name = parameter_name(list, &at);
		if (!ts_node_is_null(name) && (long)node_start(name) == offset) return i;
	}
	return -1;
}

static bool is_main_of_kind(const struct unit *unit, TSNode function)
{
	for (size_t i = 0; i < unit->kind_count; i++)
		if (!ts_node_is_null(unit->kinds[i].main_definition) &&
		    node_is_inside(unit->kinds[i].main_definition, function))
			return true;
	return false;
}

static void add_function(TSNode node, void *data)
{
	const struct builder *builder = data;
	struct call_graph *graph = builder->graph;
	if (!node_is_function(node) || ts_node_is_null(node_field(node, "body"))) return;
	bool behaviour = node_is_behaviour(node),
	     thread = !behaviour && is_main_of_kind(builder->unit, node);
	TSNode name =
	        behaviour ? behaviour_word(node) : declarator_name(node_field(node, "declarator"));
	*GROW(graph->functions, graph->function_count, graph->function_room) =
	        (struct function){.node = node,
	                          .start = node_start(node),
	                          .end = node_end(node),
	                          .name = name,
	                          .entered = behaviour || thread,
	                          .is_program = !behaviour && !thread &&
	                                        node_text_is(&builder->unit->syntax, name, "main")};
}

/* Returns the slot of a name in the table: its function + 1, or 0. */
static int *slot_of(const struct unit *unit, const struct call_graph *graph, TSNode name)
{
	const char *text = unit->syntax.text;
	size_t at = (size_t)text_hash(text + node_start(name), node_end(name) - node_start(name)) %
	            graph->slot_count;
	while (graph->slots[at] &&
	       !same_text(text, graph->functions[graph->slots[at] - 1].name, name))
		at = (at + 1) % graph->slot_count;
	return &graph->slots[at];
}

/* The first of two with one name. */
static void add_names(const struct unit *unit, struct call_graph *graph)
{
	graph->slot_count = 2 * graph->function_count + 1;
	graph->slots = memory_new(graph->slot_count, sizeof *graph->slots);
	for (size_t i = 0; i < graph->function_count; i++) {
		const struct function *function = &graph->functions[i];
		if (node_is_behaviour(function->node) || function->is_program) continue;
		int *slot = slot_of(unit, graph, function->name);
		if (!*slot) *slot = (int)i + 1;
	}
}

/* A variable of the same name is no function. libclang does not know functions in functions. */
int call_graph_named(struct unit *unit, const struct call_graph *graph, TSNode name)
{
	if (!node_is(name, NODE_identifier)) return -1;
	int named = *slot_of(unit, graph, name) - 1;
	if (named < 0) return -1;
	CXCursor declared = declaration_at(unit, name);
	bool is_function = unit->types->clang->Cursor_isNull(declared) ||
	                   unit->types->clang->getCursorKind(declared) == CXCursor_FunctionDecl;
	return is_function ? named : -1;
}

/* By offsets: to ask for the parents of a node is slow where code is nested deeply. */
int call_graph_at(const struct call_graph *graph, TSNode node)
{
	size_t start = node_start(node), end = node_end(node), low = 0,
	       high = graph->function_count;
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (graph->functions[middle].start <= start) low = middle + 1;
		else high = middle;
	}
	while (low-- > 0)
		if (end <= graph->functions[low].end) return (int)low;
	return -1;
}

void call_graph_each(const struct call_graph *graph, void (*visit)(TSNode node, void *data),
                     void *data)
{
	size_t end = 0;
	for (size_t i = 0; i < graph->function_count; i++) {
		if (node_start(graph->functions[i].node) < end) continue; /* in a function */
		node_each(graph->functions[i].node, visit, data);
		end = node_end(graph->functions[i].node);
	}
}

static bool on_separate(const struct unit *unit, TSNode call)
{
	TSNode argument;
	return node_arguments(call, &argument, 1) > 0 && separate_use_at(unit, argument);
}

static void add_use(TSNode node, void *data)
{
	static const char *const checked_by[] = {"conc_test_invariant", "conc_test_no_invariant",
	                                         NULL},
	                         *const starts[] = {"pthread_create", "thrd_create", NULL};
	const struct builder *builder = data;
	struct call_graph *graph = builder->graph;
	int callee = call_graph_named(builder->unit, graph, node);
	if (callee < 0) return;
	TSNode call = node_outside(node);
	int caller = call_graph_at(graph, node);
	bool called = node_is(call, NODE_call_expression) &&
	              node_is_inside(node, node_field(call, "function"));
	if (!called &&
	    builder->unit->types->clang->Cursor_isNull(declaration_at(builder->unit, node)))
		return; /* the name in a declaration, of whatever */
	TSNode value = node_takes_address(node_parent(node)) ? node_parent(node) : node,
	       outer = node_parent(node_parent(value));
	if (node_is(outer, NODE_call_expression) &&
	    node_text_in(&builder->unit->syntax, node_field(outer, "function"), checked_by))
		graph->functions[callee].is_invariant = true;
	else if (node_is(node_parent(call), NODE_spawn_expression) ||
	         (node_is(outer, NODE_call_expression) &&
	          node_text_in(&builder->unit->syntax, node_field(outer, "function"), starts)))
		graph->functions[callee].entered = true;
	else if (!called || caller < 0) graph->functions[callee].by_pointer = true;
	else
		*GROW(graph->calls, graph->call_count, graph->call_room) =
		        (struct call){call, caller, callee, on_separate(builder->unit, call)};
}

static int compare_calls(const void *a, const void *b)
{
	const struct call *x = a, *y = b;
	if (x->caller != y->caller) return x->caller < y->caller ? -1 : 1;
	return node_start(x->node) < node_start(y->node)
	               ? -1
	               : node_start(x->node) > node_start(y->node);
}

static void sort_calls(struct call_graph *graph)
{
	if (graph->call_count)
		qsort(graph->calls, graph->call_count, sizeof *graph->calls, compare_calls);
	for (size_t i = graph->call_count; i-- > 0;) {
		graph->functions[graph->calls[i].caller].first_call = i;
		graph->functions[graph->calls[i].caller].calls++;
	}
}

void call_graph_build(struct unit *unit, struct call_graph *graph)
{
	struct builder builder = {unit, graph};
	*graph = (struct call_graph){0};
	unit_each_own(unit, add_function, &builder);
	add_names(unit, graph);
	unit_each_own(unit, add_use, &builder);
	sort_calls(graph);
}

void call_graph_free(struct call_graph *graph)
{
	free(graph->functions);
	free(graph->calls);
	free(graph->slots);
}
