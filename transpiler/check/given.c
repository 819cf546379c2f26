/* SPDX-License-Identifier: MIT */
/* Variables are given if they are parameters of a behaviour, if something is received or read into
 * them, if a detached thread has them as parameters, or if a function is called with another given
 * variable as their argument. A use is a path that begins with such a variable and follows one
 * pointer: of `m->of[i]` the member `of` is used, and followed.
 *
 * Not seen: a copy of such a variable in another one. */
#include "given.h"

#include <stdlib.h>

#include "access.h"
#include "base/text.h"
#include "types/operation.h"
#include "types/separate.h"
#include "types/variable.h"

/* ---- Variables ---- */

static long offset_of(struct unit *unit, CXCursor variable)
{
	return unit->types->clang->Cursor_isNull(variable) ? -1
	                                                   : (long)cursor_offset(unit, variable);
}

const struct given_variable *given_variable(const struct given *given, long at)
{
	for (size_t i = 0; i < given->variable_count; i++)
		if (given->variables[i].at == at) return &given->variables[i];
	return NULL;
}

static enum CXTypeKind pointee_kind(struct unit *unit, CXType type)
{
	CXType pointee = type_is_array(type) ? type_element(unit, type)
	                                     : unit->types->clang->getPointeeType(type);
	return type_canonical(unit, pointee).kind;
}

/* Returns false if that was known. */
static bool add_variable(struct given *given, CXCursor variable, bool self, bool other)
{
	long at = offset_of(given->unit, variable);
	struct given_variable *known = (struct given_variable *)given_variable(given, at);
	if (at < 0 || (known && known->self >= self && known->other >= other)) return false;
	if (!known) {
		CXType type = type_canonical(given->unit,
		                             given->unit->types->clang->getCursorType(variable));
		known = GROW(given->variables, given->variable_count, given->variable_room);
		*known = (struct given_variable){
		        .at = at, .pointer = type_is_pointer(type) || type_is_array(type)};
		known->type = pointee_kind(given->unit, type);
	}
	known->self |= self;
	known->other |= other;
	return true;
}

static bool add_declared(struct given *given, TSNode name, bool self, bool other)
{
	return !ts_node_is_null(name) &&
	       add_variable(given, types_declaration(given->unit, name), self, other);
}

static void add_received(struct given *given)
{
	struct unit *unit = given->unit;
	for (size_t i = 0; i < unit->operation_count; i++) {
		const struct operation *operation = &unit->operations[i];
		bool call = operation->kind == OPERATION_CALL && operation->of->second == 'p' &&
		            operation->argument_count > 1;
		if (!call && operation->kind != OPERATION_RECEIVE &&
		    operation->kind != OPERATION_READ)
			continue;
		TSNode value =
		        node_bare(call ? operation->arguments[1] : operation_value(operation));
		if (node_takes_address(value)) value = node_bare(node_field(value, "argument"));
		if (node_is(value, NODE_identifier))
			add_variable(given, declaration_at(unit, value), false, true);
	}
}

static void add_spawned(struct given *given)
{
	for (size_t i = 0; i < given->unit->construct_count; i++) {
		const struct construct *construct = &given->unit->constructs[i];
		if (construct->kind != NODE_spawn_expression ||
		    !node_is(node_outside(construct->node), NODE_expression_statement))
			continue;
		TSNode call = node_field(construct->node, "call"), name;
		int callee =
		        call_graph_named(given->unit, given->graph, node_field(call, "function"));
		for (int k = 0; callee >= 0; k++) {
			name = function_parameter(&given->graph->functions[callee], k);
			if (ts_node_is_null(name)) break;
			add_declared(given, name, false, true);
		}
	}
}

/* Functions that are called with a given variable. */
static bool add_passed(struct given *given)
{
	enum { ENOUGH = 16 };
	bool more = false;
	for (size_t i = 0; i < given->graph->call_count; i++) {
		const struct call *call = &given->graph->calls[i];
		TSNode arguments[ENOUGH];
		int count = node_arguments(call->node, arguments, ENOUGH);
		for (int k = 0; k < count && k < ENOUGH; k++) {
			TSNode argument = node_inner(arguments[k]);
			const struct given_variable *variable;
			if (!node_is(argument, NODE_identifier) ||
			    !(variable = given_variable(
			              given, offset_of(given->unit,
			                               declaration_at(given->unit, argument)))))
				continue;
			more |= add_declared(
			        given,
			        function_parameter(&given->graph->functions[call->callee], k),
			        variable->self, variable->other);
		}
	}
	return more;
}

/* ---- Uses ---- */

static bool follows_pointer(struct unit *unit, TSNode node)
{
	if (node_type_is(node, "field_expression")) return node_has_operator(node, "->");
	if (node_is(node, NODE_pointer_expression)) return node_has_operator(node, "*");
	return node_type_is(node, "subscript_expression") && !is_part(unit, node);
}

static bool is_step(TSNode node)
{
	return node_type_is(node, "field_expression") ||
	       node_type_is(node, "subscript_expression") ||
	       (node_is(node, NODE_pointer_expression) && node_has_operator(node, "*"));
}

/* Returns the member that a path inside one object ends in, through elements; or the null node. */
static TSNode member_of(struct unit *unit, TSNode path)
{
	path = node_inner(path);
	while (node_type_is(path, "subscript_expression") && is_part(unit, path))
		path = node_inner(node_field(path, "argument"));
	return node_type_is(path, "field_expression") ? path : (TSNode){0};
}

static void add_use(struct given *given, TSNode node, long variable, TSNode member, bool follows)
{
	struct unit *unit = given->unit;
	TSNode path = whole_path(unit, node);
	CXCursor declared = ts_node_is_null(member) ? unit->types->clang->getNullCursor()
	                                            : declaration_at(unit, member);
	struct given_use use = {.node = node,
	                        .function = call_graph_at(given->graph, node),
	                        .variable = variable,
	                        .member = offset_of(unit, declared),
	                        .record = -1,
	                        .writes = is_written(unit, path, node_outside(path)),
	                        .follows = follows};
	if (use.member >= 0)
		use.record = offset_of(
		        unit, unit->types->clang->getCanonicalCursor(
		                      unit->types->clang->getCursorSemanticParent(declared)));
	*GROW(given->uses, given->count, given->room) = use;
}

static void look_for_use(TSNode node, void *data)
{
	struct given *given = data;
	struct unit *unit = given->unit;
	if (!is_step(node)) return;
	TSNode root = path_root(node), pointer = {0};
	if (ts_node_is_null(root)) return;
	long at = offset_of(unit, declaration_at(unit, root));
	int pointers = 0;
	for (size_t i = 0; i < given->variable_count; i++) {
		if (given->variables[i].at != at) continue;
		for (TSNode step = node; is_step(step);
		     step = node_inner(node_field(step, "argument"))) {
			if (!follows_pointer(unit, step)) continue;
			if (!pointers++) pointer = node_field(step, "argument");
		}
		pointers -= given->variables[i].pointer;
		if (pointers == 0) add_use(given, node, at, member_of(unit, node), false);
		if (pointers == 1) add_use(given, node, at, member_of(unit, pointer), true);
		return;
	}
}

/* ---- The unit ---- */

void given_collect(struct given *given, struct unit *unit, const struct call_graph *graph)
{
	*given = (struct given){.unit = unit, .graph = graph};
	for (size_t i = 0; i < unit->behaviour_count; i++) {
		const struct behaviour *behaviour = &unit->behaviours[i];
		if (behaviour->kind != NODE_receive_definition || ts_node_is_null(behaviour->body))
			continue;
		add_declared(given, behaviour->self.name, true, false);
		if (add_declared(given, behaviour->message.name, false, true))
			given->variables[given->variable_count - 1].message = true;
	}
	add_received(given);
	add_spawned(given);
	while (add_passed(given)) {
	}
	if (given->variable_count) call_graph_each(graph, look_for_use, given);
}

void given_free(struct given *given)
{
	free(given->variables);
	free(given->uses);
}

static bool answers(const struct given *given, const struct given_use *use,
                    const struct given_question *question)
{
	const struct given_variable *variable = given_variable(given, use->variable);
	bool whole = question->type != CXType_Invalid;
	return (question->variable < 0 || use->variable == question->variable) &&
	       (question->message < 0 || !variable->message ||
	        use->variable == question->message) &&
	       (question->member < 0 || use->member == question->member) &&
	       (question->record < 0 || use->record == question->record) &&
	       (!whole || (use->member < 0 && variable->type == question->type)) &&
	       (question->but < 0 || use->function != question->but) &&
	       (variable->self || !question->self) && use->follows == question->follows &&
	       (use->writes || !question->writes);
}

const struct given_use *given_find(const struct given *given, struct given_question question)
{
	for (size_t i = 0; i < given->count; i++)
		if (answers(given, &given->uses[i], &question)) return &given->uses[i];
	return NULL;
}
