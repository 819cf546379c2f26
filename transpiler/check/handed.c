/* SPDX-License-Identifier: MIT */
/* Looks at statements that send, fulfil or spawn. What is handed on is the object of a pointer, or
 * of the pointers in the initialiser of a compound literal or of a `new` there; with the messages
 * to an actor also what the function has stored in its members before.
 *
 * Left out: sends that may fail and say so (conc_try_send, a send whose value is used), those of
 * a waituntil, of which one is chosen; a behaviour's sends to its own actor, which handles them
 * afterwards; objects that others may share: const, atomic, volatile, with a lock, a channel or
 * another thing that synchronises. */
#include "handed.h"

#include <stdlib.h>
#include <string.h>

#include "access.h"
#include "base/text.h"
#include "place.h"
#include "types/operation.h"
#include "types/send.h"
#include "types/separate.h"
#include "types/variable.h"

static bool is_address(struct unit *unit, TSNode node)
{
	CXType type = type_at(unit, node);
	return type_is_array(type) || (type_is_pointer(type) && !type_is_separate(unit, type));
}

static void add(struct handed_list *handed, struct handed what)
{
	struct unit *unit = handed->unit;
	struct text place = {0};
	TSNode path = node_takes_address(place_value(what.pointer))
	                      ? node_field(place_value(what.pointer), "argument")
	                      : what.pointer;
	if (ts_node_is_null(path_root(path)) || !is_address(unit, what.pointer)) return;
	what.function = call_graph_at(handed->graph, what.node);
	if (what.function < 0 ||
	    !ts_node_is_null(enclosing_function(handed->graph->functions[what.function].node)))
		return;
	what.type = type_canonical(unit, pointee_at(unit, what.pointer));
	if (what.type.kind == CXType_Invalid || type_is_function(what.type) ||
	    unit->types->clang->isVolatileQualifiedType(what.type) ||
	    holds_synchronisation(unit, what.type))
		return;
	place_pointed(unit, what.pointer, &place);
	if (place_root(place.bytes) < 0 || place_is_computed(place.bytes)) {
		text_free(&place);
		return;
	}
	what.place = place.bytes;
	what.to_place =
	        ts_node_is_null(what.to) ? text_copy("", 0) : place_of_operand(unit, what.to);
	*GROW(handed->list, handed->count, handed->room) = what;
}

/* ---- Members of initialisers ---- */

/* Returns the body of the structure with the type, or the null node. */
static TSNode members_of(struct unit *unit, CXType type)
{
	const struct kind *kind = type_kind(unit, type);
	if (kind) return kind->body;
	CXCursor declared = unit->types->clang->getTypeDeclaration(type);
	if (unit->types->clang->getCursorKind(declared) != CXCursor_StructDecl) return (TSNode){0};
	size_t at = cursor_offset(unit, declared);
	return node_field(node_ancestor(unit_node_at(unit, at, at + 1), NODE_struct_specifier),
	                  "body");
}

/* Returns the name of the member with this number, or with this designator. */
static TSNode member_named(struct unit *unit, TSNode body, int index, TSNode designator)
{
	enum { ENOUGH = 16 };
	for (uint32_t i = 0; i < node_named_child_count(body); i++) {
		TSNode member = node_named_child(body, i), names[ENOUGH];
		if (node_is(member, NODE_inline_base)) index--;
		if (!node_is(member, NODE_field_declaration)) continue;
		int count = node_fields(member, "declarator", names, ENOUGH);
		for (int k = 0; k < count && k < ENOUGH; k++) {
			TSNode name = declarator_name(names[k]);
			if (ts_node_is_null(designator)
			            ? index-- == 0
			            : same_text(unit->syntax.text, name, designator))
				return name;
		}
	}
	return (TSNode){0};
}

/* The addresses in an initialiser. */
static void add_members(struct handed_list *handed, struct handed what, TSNode list, CXType type)
{
	TSNode body = members_of(handed->unit, type);
	for (uint32_t i = 0; i < node_named_child_count(list) && !ts_node_is_null(body); i++) {
		TSNode value = node_named_child(list, i), designator = {0};
		if (node_is(value, NODE_initializer_pair)) {
			TSNode first = node_field(value, "designator");
			if (node_is(first, NODE_field_designator))
				designator = node_named_child(first, 0);
			if (ts_node_is_null(designator)) continue;
			value = node_field(value, "value");
		}
		TSNode member = member_named(handed->unit, body, (int)i, designator);
		if (ts_node_is_null(member)) continue;
		what.member = (long)node_start(member);
		what.pointer = value;
		add(handed, what);
	}
}

static void add_value(struct handed_list *handed, struct handed what, TSNode value)
{
	struct unit *unit = handed->unit;
	TSNode inner = place_value(value);
	if (node_is(inner, NODE_compound_literal_expression)) {
		add_members(handed, what, node_field(inner, "value"), type_at(unit, inner));
	} else if (node_is(inner, NODE_new_expression)) {
		add_members(handed, what, node_field(inner, "initializer"),
		            pointee_at(unit, inner));
	} else {
		what.pointer = value;
		add(handed, what);
	}
}

/* ---- Statements ---- */

static void add_operation(struct handed_list *handed, const struct operation *operation)
{
	if ((operation->kind != OPERATION_SEND && operation->kind != OPERATION_FULFIL) ||
	    operation_is_clause(operation) || node_value_is_used(operation->node))
		return;
	struct handed what = {.node = operation->node,
	                      .to = operation_resource(operation),
	                      .member = -1,
	                      .parameter = -1};
	add_value(handed, what, operation_value(operation));
}

/* Is it the actor of the behaviour around the send? */
static bool is_self(struct unit *unit, const struct send *send, const char *actor)
{
	const struct behaviour *behaviour = behaviour_around(unit, send->node);
	if (!behaviour || ts_node_is_null(behaviour->self.name)) return false;
	char *self = text_format("@%zu*", node_start(behaviour->self.name));
	bool same = strcmp(actor, self) == 0;
	free(self);
	return same;
}

/* ---- Members of actors ---- */

/* Notes a->to = &object. */
static void look_for_store(TSNode node, void *data)
{
	struct handed_list *handed = data;
	struct unit *unit = handed->unit;
	if (!node_is(node, NODE_assignment_expression) || !node_has_operator(node, "=")) return;
	TSNode left = node_inner(node_field(node, "left"));
	if (!node_type_is(left, "field_expression")) return;
	const struct kind *kind = kind_of_member(unit, left);
	CXCursor member = declaration_at(unit, left);
	if (!kind || kind->word != KIND_ACTOR || unit->types->clang->Cursor_isNull(member)) return;
	struct text place = {0};
	TSNode object = node_field(left, "argument");
	if (node_has_operator(left, "->")) place_pointed(unit, object, &place);
	else place_of(unit, object, &place);
	*GROW(handed->stores, handed->store_count, handed->store_room) =
	        (struct store){node, place.bytes, (long)cursor_offset(unit, member)};
}

/* What the actor has in its members by assignments that come before the message. */
static void add_stored(struct handed_list *handed, const struct send *send, const char *actor)
{
	int function = call_graph_at(handed->graph, send->node);
	for (size_t i = 0; i < handed->store_count; i++) {
		const struct store *store = &handed->stores[i];
		if (node_start(store->node) < node_start(send->node) &&
		    call_graph_at(handed->graph, store->node) == function &&
		    strcmp(store->actor, actor) == 0)
			add(handed, (struct handed){.node = send->steps[0].node,
			                            .pointer = node_field(store->node, "right"),
			                            .to = send->actor,
			                            .member = store->member,
			                            .parameter = -1});
	}
}

static void add_steps(struct handed_list *handed, const struct send *send)
{
	struct unit *unit = handed->unit;
	struct send_operand actor;
	if (!send_operand(unit, send->actor, &actor)) return;
	for (size_t i = 0; i < send->step_count; i++) {
		struct delivery delivery;
		if (!send_delivery(unit, actor.kind, &send->steps[i], &delivery)) continue;
		struct handed what = {.node = send->steps[i].node,
		                      .to = send->actor,
		                      .receive = delivery.receive,
		                      .forwards = delivery.form == SEND_FORWARD,
		                      .member = -1,
		                      .parameter = -1};
		bool reference = delivery.form == SEND_REFERENCE || what.forwards;
		if (reference) what.message = delivery.message;
		add_value(handed, what, send->steps[i].message);
	}
}

static void add_send(struct handed_list *handed, const struct send *send)
{
	if (send->state != SEND_ACTOR || !send->step_count) return;
	char *actor = place_of_operand(handed->unit, send->actor);
	if (!is_self(handed->unit, send, actor)) {
		if (!send->call) add_steps(handed, send);
		add_stored(handed, send, actor);
	}
	free(actor);
}

/* ---- Threads ---- */

static void add_spawn(struct handed_list *handed, TSNode node)
{
	enum { ENOUGH = 16 };
	struct unit *unit = handed->unit;
	TSNode call = node_field(node, "call"), arguments[ENOUGH];
	int callee = call_graph_named(unit, handed->graph, node_field(call, "function")),
	    count = node_arguments(call, arguments, ENOUGH);
	if (callee < 0 || !node_is(node_outside(node), NODE_expression_statement)) return;
	for (int i = 0; i < count && i < ENOUGH; i++) {
		TSNode name = function_parameter(&handed->graph->functions[callee], i);
		if (ts_node_is_null(name)) break;
		if (separate_use_at(unit, node_bare(arguments[i]))) continue; /* it is reserved */
		add(handed, (struct handed){.node = node,
		                            .pointer = arguments[i],
		                            .member = -1,
		                            .parameter = (long)node_start(name)});
	}
}

bool handed_possible(const struct unit *unit)
{
	for (size_t i = 0; i < unit->construct_count; i++)
		if (unit->constructs[i].kind == NODE_spawn_expression) return true;
	return unit->operation_count || unit->send_count;
}

void handed_collect(struct handed_list *handed, struct unit *unit, const struct call_graph *graph)
{
	*handed = (struct handed_list){.unit = unit, .graph = graph};
	for (size_t i = 0; i < unit->operation_count; i++)
		add_operation(handed, &unit->operations[i]);
	if (unit->send_count) call_graph_each(graph, look_for_store, handed);
	for (size_t i = 0; i < unit->send_count; i++) add_send(handed, &unit->sends[i]);
	for (size_t i = 0; i < unit->construct_count; i++)
		if (unit->constructs[i].kind == NODE_spawn_expression)
			add_spawn(handed, unit->constructs[i].node);
}

void handed_free(struct handed_list *handed)
{
	for (size_t i = 0; i < handed->count; i++) {
		free(handed->list[i].place);
		free(handed->list[i].to_place);
	}
	for (size_t i = 0; i < handed->store_count; i++) free(handed->stores[i].actor);
	free(handed->stores);
	free(handed->list);
}
