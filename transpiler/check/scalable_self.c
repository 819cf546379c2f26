/* SPDX-License-Identifier: MIT */
/* Checks that an object that may be a replica does not leave the behaviour: self of a scalable
 * receive, and both parameters of export and import.
 *
 * From each use of the parameter its value is followed outwards, while it is a pointer to the
 * object or into it, or an lvalue in it: through members, elements, addresses, casts and
 * arithmetic, and compound literals that hold it. It is an error if it arrives at a place that
 * keeps it, or that needs the actor itself. Functions may get it (the runtime stops the program if
 * one uses a replica as an actor), and automatic variables may hold it, which are followed on if
 * nothing changes them. A pointer into the object may be written into the object's own data, where
 * an import finds it.
 *
 * Rejected: following variables that change, which may hold something else by then. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "types/operation.h"
#include "types/send.h"
#include "types/separate.h"
#include "types/variable.h"

/* The parameter, or an automatic variable that has its value or points into it. */
struct holder {
	CXCursor variable;
	TSNode name;
	bool inside;
};
enum { HOLDERS_MAX = 16 };

struct holders {
	struct unit *unit;
	const struct behaviour *behaviour;
	const struct behaviour_parameter *parameter;
	struct holder list[HOLDERS_MAX];
	int count;
	bool *noted; /* whether the note was given: once for each behaviour */
};

/* A use that is followed outwards. */
struct trail {
	struct holders *holders;
	struct unit *unit;
	bool object;  /* the expression is an lvalue in the object; else a pointer to or into it */
	bool inside;  /* it is, or points to, a part */
	bool literal; /* it is a structure that holds the pointer */
};

static const struct holder *holder_at(const struct holders *holders, TSNode node)
{
	struct unit *unit = holders->unit;
	if (!node_is(node, NODE_identifier)) return NULL;
	for (int i = 0; i < holders->count; i++)
		if (same_text(unit->syntax.text, node, holders->list[i].name) &&
		    unit->types->clang->equalCursors(declaration_at(unit, node),
		                                     holders->list[i].variable))
			return &holders->list[i];
	return NULL;
}

static void add_holder(struct holders *holders, TSNode name, CXCursor variable, bool inside)
{
	if (holders->count < HOLDERS_MAX)
		holders->list[holders->count++] = (struct holder){variable, name, inside};
}

static void scalable_self_report(const struct trail *trail, TSNode node, const char *how)
{
	struct unit *unit = trail->unit;
	const struct behaviour *behaviour = trail->holders->behaviour;
	const struct behaviour_parameter *parameter = trail->holders->parameter;
	bool replica =
	        behaviour->kind != NODE_receive_definition && parameter == &behaviour->message;
	const char *is = replica ? "is" : "may be";
	if (trail->literal)
		ERROR_AT(unit, node, "this holds '%.*s', which %s a replica: it cannot be %s",
		         NODE_ARG(unit, parameter->name), is, how);
	else if (trail->inside)
		ERROR_AT(unit, node,
		         "'%.*s' points into '%.*s', which %s a replica: it cannot be %s",
		         NODE_ARG(unit, node), NODE_ARG(unit, parameter->name), is, how);
	else
		ERROR_AT(unit, node, "'%.*s' %s a replica: it cannot be %s", NODE_ARG(unit, node),
		         is, how);
	if (*trail->holders->noted) return;
	*trail->holders->noted = true;
	NOTE_AT(unit, ts_node_is_null(behaviour->scalable) ? behaviour->word : behaviour->scalable,
	        "replicas come and go: only an ordinary receive has the actor itself");
}

static void report_kept(const struct trail *trail, TSNode node, TSNode where)
{
	char *place = node_text(trail->unit, where), how[128];
	snprintf(how, sizeof how, "kept in '%s'", place);
	scalable_self_report(trail, node, how);
	free(place);
}

static void check_assigned(const struct trail *trail, TSNode assignment, TSNode place)
{
	struct unit *unit = trail->unit;
	TSNode target = node_field(assignment, "left"), owner = path_owner(unit, target);
	if (!ts_node_is_null(owner) && cursor_is_automatic(unit, declaration_at(unit, owner)))
		return;
	if (trail->inside && holder_at(trail->holders, path_root(target))) return;
	report_kept(trail, place, target);
}

static void check_initialized(const struct trail *trail, TSNode declarator, TSNode place)
{
	struct unit *unit = trail->unit;
	TSNode name = declarator_name(node_field(declarator, "declarator"));
	CXCursor variable = types_declaration(unit, name);
	const struct kind *kind = type_kind(unit, unit->types->clang->getCursorType(variable));
	if (kind && kind->word == KIND_MESSAGE)
		scalable_self_report(trail, place, "put into a message");
	else if (!cursor_is_automatic(unit, variable)) report_kept(trail, place, name);
	else if (!trail->literal && node_is_field(declarator, "value", place) &&
	         !variable_changes(unit, trail->holders->behaviour->body, variable))
		add_holder(trail->holders, name, variable, trail->inside);
}

/* Returns the compound literal that holds a value of a list; null node: it was judged. */
static TSNode through_list(struct trail *trail, TSNode place)
{
	struct unit *unit = trail->unit;
	TSNode around = node_parent(node_outer_list(place));
	CXType type = type_at(unit, around);
	if (type_is_pointer(type)) type = unit->types->clang->getPointeeType(type);
	const struct kind *kind = type_kind(unit, type);
	if (node_is(around, NODE_init_declarator)) check_initialized(trail, around, place);
	else if (kind && kind->word == KIND_MESSAGE)
		scalable_self_report(trail, place, "put into a message");
	else if (node_is(around, NODE_new_expression))
		scalable_self_report(trail, place, "kept in what 'new' makes");
	else if (node_is(around, NODE_compound_literal_expression)) {
		trail->literal = true;
		return around;
	}
	return (TSNode){0};
}

/* Returns the function's name if it needs an actor of the system there; else null. */
static const char *wants_actor(const struct unit *unit, TSNode call, int index)
{
	if (node_text_is(&unit->syntax, node_field(call, "function"), "separate_of"))
		return "separate_of";
	for (size_t i = 0; i < unit->actor_call_count; i++) {
		const struct actor_call *known = &unit->actor_calls[i];
		const struct actor_function *of = known->of;
		if (ts_node_eq(known->node, call) && strcmp(of->name, "conc_is_replica") != 0 &&
		    index < (int)strlen(of->wants) && of->wants[index] == 'a')
			return of->name;
	}
	return NULL;
}

static void scalable_self_check_call(const struct trail *trail, TSNode place)
{
	struct unit *unit = trail->unit;
	int index = 0;
	TSNode call = separate_argument(place, &index);
	const char *name = wants_actor(unit, call, index);
	char how[64];
	if (node_type_is(node_parent(node_parent(node_parent(place))), "spawn_expression"))
		scalable_self_report(trail, place, "given to a task");
	else if (sends_has_call(unit, call))
		scalable_self_report(trail, place, index ? "sent" : "sent a message");
	else if (operation_call_sends(unit, call, index))
		scalable_self_report(trail, place, "sent");
	else if (name) {
		snprintf(how, sizeof how, "given to '%s'", name);
		scalable_self_report(trail, place, how);
	}
}

static bool is_pointer_at(struct unit *unit, TSNode node)
{
	CXType type = type_at(unit, node);
	return type.kind == CXType_Invalid || type_is_pointer(type);
}

/* Follows an operand. The value sent is on the right of << and |. */
static TSNode through_operator(const struct trail *trail, TSNode parent, TSNode place)
{
	struct unit *unit = trail->unit;
	const struct operation *operation = operation_at(unit, parent);
	bool left = node_is_field(parent, "left", place);
	if (operation && ts_node_eq(operation_value(operation), place) && !left)
		scalable_self_report(trail, place, "sent");
	if (node_has_operator(parent, "|"))
		scalable_self_report(trail, place, left ? "sent a message" : "sent");
	bool moves = node_has_operator(parent, "+") || node_has_operator(parent, "-");
	return moves && is_pointer_at(unit, parent) ? parent : (TSNode){0};
}

/* Returns what has the pointer's value, or the object that it points to. */
static TSNode through_pointer(struct trail *trail, TSNode place)
{
	struct unit *unit = trail->unit;
	TSNode parent = node_parent(place);
	switch (node_kind(parent)) {
	case NODE_argument_list:
		scalable_self_check_call(trail, place);
		break;
	case NODE_binary_expression:
		return through_operator(trail, parent, place);
	case NODE_assignment_expression:
		if (node_is_field(parent, "right", place)) check_assigned(trail, parent, place);
		break;
	case NODE_expression_statement:
		return node_statement_value(parent);
	case NODE_init_declarator:
		check_initialized(trail, parent, place);
		break;
	case NODE_initializer_list:
	case NODE_initializer_pair:
		return through_list(trail, place);
	case NODE_pointer_expression:
		trail->object = !node_takes_address(parent);
		return trail->object && !trail->literal ? parent : (TSNode){0};
	default:
		if (node_type_is(parent, "cast_expression") && is_pointer_at(unit, parent))
			return parent;
		if (!node_type_is(parent, "field_expression") &&
		    !node_type_is(parent, "subscript_expression"))
			break;
		trail->object = trail->inside = true;
		return !trail->literal && node_is_field(parent, "argument", place) ? parent
		                                                                   : (TSNode){0};
	}
	return (TSNode){0};
}

/* Returns a part of the lvalue, or a pointer to it. */
static TSNode through_object(struct trail *trail, TSNode place)
{
	struct unit *unit = trail->unit;
	TSNode parent = node_parent(place);
	bool array = is_array_at(unit, place);
	if (node_takes_address(parent)) {
		trail->object = false;
		return parent;
	}
	if (node_type_is(parent, "field_expression") && (array || node_has_operator(parent, "."))) {
		trail->inside = true;
		return parent;
	}
	if (array && !node_type_is(parent, "sizeof_expression")) {
		trail->object = false;
		return through_pointer(trail, place);
	}
	const struct send *send = send_at(unit, parent);
	if (!trail->inside && send && ts_node_eq(send->actor, place))
		scalable_self_report(trail, place, "sent a message");
	return (TSNode){0};
}

/* Checks all uses, also of holders found on the way: they are declared before they are used. */
static void check_uses(struct holders *holders)
{
	TSTreeCursor cursor = ts_tree_cursor_new(holders->behaviour->body);
	do {
		TSNode node = ts_tree_cursor_current_node(&cursor);
		const struct holder *holder = holder_at(holders, node);
		struct trail trail = {.holders = holders,
		                      .unit = holders->unit,
		                      .inside = holder && holder->inside};
		while (holder && !ts_node_is_null(node)) {
			TSNode place = separate_place(node);
			node = trail.object ? through_object(&trail, place)
			                    : through_pointer(&trail, place);
		}
	} while (cursor_next(&cursor));
	ts_tree_cursor_delete(&cursor);
	const struct unit *unit = holders->unit;
	for (size_t i = 0; i < unit->construct_count; i++) {
		const struct construct *construct = &unit->constructs[i];
		if (construct->kind != NODE_delete_statement ||
		    !node_is_inside(construct->node, holders->behaviour->body))
			continue;
		TSNode operand = deleted_operand(construct);
		if (node_is(operand, NODE_argument_list)) operand = node_named_child(operand, 0);
		operand = node_bare(operand);
		const struct holder *holder = holder_at(holders, operand);
		struct trail trail = {.holders = holders, .unit = holders->unit};
		if (holder && !holder->inside) scalable_self_report(&trail, operand, "deleted");
	}
}

bool behaviour_may_replicate(const struct behaviour *behaviour)
{
	return behaviour->good && !ts_node_is_null(behaviour->body) &&
	       (behaviour->kind == NODE_export_definition ||
	        behaviour->kind == NODE_import_definition || !ts_node_is_null(behaviour->scalable));
}

void check_scalable_selves(struct unit *unit)
{
	for (size_t i = 0; i < unit->behaviour_count; i++) {
		const struct behaviour *behaviour = &unit->behaviours[i];
		bool both = behaviour->kind != NODE_receive_definition, noted = false;
		const struct behaviour_parameter *list[] = {&behaviour->self, &behaviour->message};
		for (int k = 0; behaviour_may_replicate(behaviour) && k <= both; k++) {
			struct holders holders = {.unit = unit,
			                          .behaviour = behaviour,
			                          .parameter = list[k],
			                          .noted = &noted};
			add_holder(&holders, list[k]->name, types_declaration(unit, list[k]->name),
			           false);
			check_uses(&holders);
		}
	}
}
