/* SPDX-License-Identifier: MIT */
/* Sends that do not wait, because the channel has room for all that the program sends to it:
 *
 *     channel(int) begun = {1};
 *     task(void) t = spawn work(&begun);      // and work does `begun << 1` once
 *
 * The channel is an automatic variable with a constant capacity. Each use of it in its function is
 * a receive, a send, or an argument of a function of the unit that does nothing else with it. No
 * use that sends is in a loop around which the channel lives on. All sends together are no more
 * than the capacity. */
#include "base/text.h"
#include "cancel.h"
#include "types/operation.h"
#include "types/types.h"
#include "types/variable.h"

enum { MANY = 1000000 };

struct sends {
	struct unit *unit;
	const struct call_graph *graph;
	CXCursor channel; /* the variable, or a parameter that has its address */
	TSNode name;      /* in its declaration */
	bool parameter;
	long long count; /* of the sends; MANY and more: not known */
};

/* Returns the variable of a name, also of one that is a resource: there the outermost expression is
 * the element. */
static CXCursor variable_at(struct unit *unit, TSNode name)
{
	const struct types *types = unit->types;
	size_t start = node_start(name), end = node_end(name);
	int found = types_find(types, start, end);
	for (; found >= 0 && (size_t)found < types->count; found++) {
		const struct indexed *entry = &types->list[found];
		if (entry->start != start || entry->end != end) break;
		if (entry->kind == CXCursor_DeclRefExpr)
			return types->clang->getCursorReferenced(entry->cursor);
	}
	return types->clang->getNullCursor();
}

static bool is_repeated(const struct sends *sends, TSNode node)
{
	size_t declared = node_start(sends->name);
	for (node = node_parent(node); !ts_node_is_null(node) && node_start(node) > declared;
	     node = node_parent(node))
		if (node_is_loop(node)) return true;
	return false;
}

static void count_use(TSNode node, void *data);

static long long sends_in(const struct sends *outer, int function, int index)
{
	const struct function *callee = &outer->graph->functions[function];
	struct sends sends = {outer->unit, outer->graph, .parameter = true};
	sends.name = function_parameter(callee, index);
	if (ts_node_is_null(sends.name)) return MANY;
	sends.channel = types_declaration(sends.unit, sends.name);
	if (sends.unit->types->clang->Cursor_isNull(sends.channel)) return MANY;
	node_each(node_field(callee->node, "body"), count_use, &sends);
	return sends.count;
}

/* Returns the number of the argument that a node is in; -1: none. */
static int argument_of(TSNode call, TSNode node)
{
	enum { MOST = 16 };
	TSNode arguments[MOST];
	int count = node_arguments(call, arguments, MOST);
	for (int i = 0; i < count && i < MOST; i++)
		if (node_is_inside(node, arguments[i])) return i;
	return -1;
}

static long long sends_by_call(const struct sends *sends, TSNode call, TSNode node)
{
	const struct operation *operation = operation_at(sends->unit, call);
	int index = argument_of(call, node),
	    callee = call_graph_named(sends->unit, sends->graph, node_field(call, "function"));
	if (operation && operation->kind == OPERATION_CALL)
		return operation->of->second == 'v' ? MANY : 0; /* conc_try_send */
	return callee < 0 || index < 0 || sends->parameter ? MANY : sends_in(sends, callee, index);
}

static long long sends_at(const struct sends *sends, TSNode node)
{
	TSNode parent = node_outside(node);
	if (node_is(parent, NODE_pointer_expression)) parent = node_outside(parent); /* &c, *c */
	if (node_is(parent, NODE_wait_drop)) return 0;
	if (node_is(parent, NODE_argument_list))
		return sends_by_call(sends, node_parent(parent), node);
	const struct operation *operation = operation_at(sends->unit, parent);
	if (!operation || !node_is_inside(node, operation_resource(operation))) return MANY;
	return operation->kind == OPERATION_SEND ? 1 : 0;
}

static void count_use(TSNode node, void *data)
{
	struct sends *sends = data;
	struct unit *unit = sends->unit;
	if (!node_is(node, NODE_identifier) || !same_text(unit->syntax.text, node, sends->name) ||
	    ts_node_eq(node, sends->name) || sends->count >= MANY)
		return;
	CXCursor variable = variable_at(unit, node);
	bool known = !unit->types->clang->Cursor_isNull(variable);
	if (known && !unit->types->clang->equalCursors(variable, sends->channel)) return;
	long long count = known ? sends_at(sends, node) : MANY;
	sends->count += count && is_repeated(sends, node) ? MANY : count;
}

/* Has the channel room for all that is sent to it? */
static bool has_room(struct unit *unit, const struct call_graph *graph, CXCursor variable)
{
	const struct clang *clang = unit->types->clang;
	long long room;
	if (clang->Cursor_isNull(variable) || clang->getCursorKind(variable) != CXCursor_VarDecl ||
	    !cursor_is_automatic(unit, variable))
		return false;
	size_t at = cursor_offset(unit, variable);
	struct sends sends = {.unit = unit, .graph = graph, .channel = variable};
	sends.name = unit_node_at(unit, at, at + 1);
	TSNode value = node_field(node_parent(sends.name), "value");
	int function = call_graph_at(graph, sends.name);
	if (function < 0 || !node_is(value, NODE_initializer_list) ||
	    !type_constant(unit, node_named_child(value, 0), &room))
		return false;
	node_each(node_field(graph->functions[function].node, "body"), count_use, &sends);
	return sends.count <= room && sends.count < MANY;
}

/* Does a call pass the address of a channel with room? */
static bool passes_room(struct unit *unit, const struct call_graph *graph, TSNode call, int index)
{
	enum { MOST = 16 };
	TSNode arguments[MOST];
	int count = node_arguments(call, arguments, MOST);
	if (index >= count || index >= MOST) return false;
	TSNode argument = node_bare(arguments[index]),
	       name = node_bare(node_field(argument, "argument"));
	return node_takes_address(argument) && node_is(name, NODE_identifier) &&
	       has_room(unit, graph, declaration_at(unit, name));
}

bool cancel_has_room(struct unit *unit, const struct call_graph *graph, TSNode send)
{
	const struct operation *operation = operation_at(unit, send);
	if (!operation || operation->kind != OPERATION_SEND) return false;
	TSNode name = node_bare(operation_resource(operation));
	if (node_is(name, NODE_pointer_expression)) name = node_bare(node_field(name, "argument"));
	CXCursor variable = variable_at(unit, name);
	int function = call_graph_at(graph, send);
	if (unit->types->clang->Cursor_isNull(variable) || function < 0) return false;
	int index = function_parameter_at(&graph->functions[function],
	                                  (long)cursor_offset(unit, variable));
	if (index < 0) return has_room(unit, graph, variable);
	if (graph->functions[function].by_pointer) return false;
	size_t known = 0;
	for (size_t i = 0; i < graph->call_count; i++) {
		if (graph->calls[i].callee != function) continue;
		if (!passes_room(unit, graph, graph->calls[i].node, index)) return false;
		known++;
	}
	for (size_t i = 0; i < unit->construct_count; i++) {
		TSNode call = node_field(unit->constructs[i].node, "call");
		if (unit->constructs[i].kind != NODE_spawn_expression ||
		    call_graph_named(unit, graph, node_field(call, "function")) != function)
			continue;
		if (!passes_room(unit, graph, call, index)) return false;
		known++;
	}
	return known > 0;
}
