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
	                          .name = name,
	                          .entered = behaviour || thread,
	                          .is_program = !behaviour && !thread &&
	                                        node_text_is(&builder->unit->syntax, name, "main")};
}

/* A variable of the same name is no function. libclang does not know functions in functions. */
int call_graph_named(struct unit *unit, const struct call_graph *graph, TSNode name)
{
	if (!node_is(name, NODE_identifier)) return -1;
	for (size_t i = 0; i < graph->function_count; i++) {
		if (!same_text(unit->syntax.text, graph->functions[i].name, name) ||
		    node_is_behaviour(graph->functions[i].node) || graph->functions[i].is_program)
			continue;
		CXCursor declared = declaration_at(unit, name);
		return unit->types->clang->Cursor_isNull(declared) ||
		                       unit->types->clang->getCursorKind(declared) ==
		                               CXCursor_FunctionDecl
		               ? (int)i
		               : -1;
	}
	return -1;
}

/* By offsets: to ask for the parents of a node is slow where code is nested deeply. */
int call_graph_at(const struct call_graph *graph, TSNode node)
{
	int found = -1;
	for (size_t i = 0; i < graph->function_count; i++)
		if (node_is_inside(node, graph->functions[i].node)) found = (int)i;
	return found;
}

static bool on_separate(const struct unit *unit, TSNode call)
{
	TSNode argument;
	return node_arguments(call, &argument, 1) > 0 && separate_use_at(unit, argument);
}

static void add_use(TSNode node, void *data)
{
	static const char *const checked_by[] = {"conc_test_invariant", "conc_test_no_invariant",
	                                         NULL};
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
	TSNode outer = node_parent(node_parent(node));
	if (node_is(outer, NODE_call_expression) &&
	    node_text_in(&builder->unit->syntax, node_field(outer, "function"), checked_by))
		graph->functions[callee].is_invariant = true;
	else if (!called || caller < 0 || node_is(node_parent(call), NODE_spawn_expression))
		graph->functions[callee].entered = true;
	else
		*GROW(graph->calls, graph->call_count, graph->call_room) =
		        (struct call){call, caller, callee, on_separate(builder->unit, call)};
}

void call_graph_build(struct unit *unit, struct call_graph *graph)
{
	struct builder builder = {unit, graph};
	*graph = (struct call_graph){0};
	unit_each_own(unit, add_function, &builder);
	unit_each_own(unit, add_use, &builder);
}

void call_graph_free(struct call_graph *graph)
{
	free(graph->functions);
	free(graph->calls);
}
