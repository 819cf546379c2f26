/* SPDX-License-Identifier: MIT */
/* Asks the control-flow graph (control_flow.h). A wait on the way answers no: it may be the one for
 * those who use the object. So does a change of a pointer or an index that the place goes through,
 * and the end of a block or scope that joins threads. */
#include "after.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "place.h"
#include "types/operation.h"
#include "types/variable.h"

/* A variable of a place. */
struct of_place {
	TSNode name;  /* in its declaration */
	bool follows; /* it is a pointer or an index: if it changes, the place is another one */
};

struct way {
	struct after *after;
	TSNode from, at;
	bool waits; /* a wait ends the way */
	struct of_place variables[8];
	int variable_count;
};

/* ---- Variables of the place ---- */

static void find_variables(struct way *way, const char *place)
{
	enum { ENOUGH = sizeof way->variables / sizeof *way->variables };
	bool in_index = false;
	for (const char *at = place; *at; at++) {
		if (*at == '[' || *at == ']') in_index = *at == '[';
		if (*at != '@' || way->variable_count == ENOUGH) continue;
		char *end;
		size_t offset = strtoul(at + 1, &end, 10);
		way->variables[way->variable_count++] =
		        (struct of_place){unit_node_at(way->after->unit, offset, offset + 1),
		                          in_index || *end == '*'};
	}
}

/* Is the name assigned to, counted, received into, or is its address taken? */
static bool name_changes(struct unit *unit, TSNode name)
{
	TSNode parent = node_outside(name);
	if (node_is(parent, NODE_assignment_expression))
		return ts_node_eq(node_bare(node_field(parent, "left")), name);
	if (node_is(parent, NODE_binary_expression)) {
		const struct operation *operation = operation_at(unit, parent);
		return operation && node_has_operator(parent, "<<") &&
		       ts_node_eq(node_bare(operation_value(operation)), name) &&
		       operation->kind != OPERATION_SEND && operation->kind != OPERATION_FULFIL;
	}
	return node_type_is(parent, "update_expression") || node_takes_address(parent);
}

static bool changes_place(const struct way *way, TSNode event)
{
	struct unit *unit = way->after->unit;
	if (!node_is(event, NODE_identifier)) return false;
	for (int i = 0; i < way->variable_count; i++) {
		const struct of_place *variable = &way->variables[i];
		if (ts_node_eq(event, variable->name)) return true; /* its declaration */
		if (!variable->follows || !same_text(unit->syntax.text, event, variable->name))
			continue;
		CXCursor declared = declaration_at(unit, event);
		if (!unit->types->clang->Cursor_isNull(declared) &&
		    cursor_offset(unit, declared) == node_start(variable->name) &&
		    name_changes(unit, event))
			return true;
	}
	return false;
}

/* ---- The way ---- */

/* Is it the call in while (!conc_try_receive(…)) that has failed if `at` is reached? */
static bool has_failed(const struct way *way, TSNode call)
{
	char *name = node_text(way->after->unit, node_field(call, "function"));
	bool tries = text_starts(name, "conc_try_");
	free(name);
	TSNode not = node_outside(call), statement = node_outside(not );
	if (!tries || !node_has_operator(not, "!")) return false;
	TSNode body = node_field(statement,
	                         node_type_is(statement, "if_statement") ? "consequence" : "body");
	return node_is_inside(call, node_field(statement, "condition")) && !ts_node_is_null(body) &&
	       node_is_inside(way->at, body);
}

static enum flow_effect effect(void *data, TSNode event)
{
	const struct way *way = data;
	if (!ts_node_is_null(way->from) && ts_node_eq(event, way->from)) return FLOW_CLEARS;
	if (changes_place(way, event)) return FLOW_SETS;
	if (!way->waits || !waits_at(&way->after->waits, event)) return FLOW_KEEPS;
	return node_is(event, NODE_call_expression) && has_failed(way, event) ? FLOW_KEEPS
	                                                                      : FLOW_SETS;
}

/* Does the way leave the block? It does not if it goes round a loop inside. */
static bool leaves(TSNode from, TSNode at, TSNode block)
{
	if (!node_is_inside(at, block)) return true;
	if (node_start(from) < node_start(at)) return false;
	TSNode loop = from;
	while (!ts_node_is_null(loop) && !(node_is_loop(loop) && node_is_inside(at, loop)))
		loop = node_parent(loop);
	return !ts_node_is_null(loop) && node_is_inside(block, loop);
}

static bool leaves_joined(struct way *way)
{
	for (TSNode at = way->from; !ts_node_is_null(at) && !node_is_function(at);
	     at = node_parent(at)) {
		bool block =
		        node_is(at, NODE_compound_statement) || node_is(at, NODE_for_statement);
		if (!block && !node_is(at, NODE_scope_statement)) continue;
		if (leaves(way->from, way->at, at) && (!block || block_joins(way->after->unit, at)))
			return true;
	}
	return false;
}

static bool ask(struct way *way, int function, const char *place)
{
	struct flow_question question = {.effect = effect, .data = way};
	find_variables(way, place);
	live_ask(&way->after->live, function, &question, way->at);
	if (ts_node_is_null(way->from)) return question.from_entry;
	return !ts_node_is_null(question.cleared) && !question.unordered &&
	       !(way->waits && leaves_joined(way));
}

bool after_reaches(struct after *after, int function, TSNode from, TSNode at, const char *place)
{
	struct way way = {.after = after, .from = from, .at = at, .waits = true};
	return ask(&way, function, place);
}

bool after_returns(struct after *after, int function, TSNode from, TSNode at, const char *place)
{
	struct way way = {.after = after, .from = from, .at = at};
	return ask(&way, function, place);
}

bool after_is_locked(const struct after *after, TSNode node)
{
	for (size_t i = 0; i < after->live.locking_count; i++)
		if (node_is_inside(node, node_field(after->live.locking[i], "body"))) return true;
	return false;
}

void after_begin(struct after *after, struct unit *unit, const struct call_graph *graph)
{
	*after = (struct after){.unit = unit, .graph = graph};
	live_build(unit, graph, &after->live);
	waits_begin(&after->waits, unit, graph);
}

void after_end(struct after *after)
{
	live_free(&after->live);
	waits_end(&after->waits);
}
