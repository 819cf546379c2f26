/* SPDX-License-Identifier: MIT */
/* Checks that pointers into reserved objects do not outlive the block.
 *
 * From each use of an operand as a plain pointer the value is followed outwards, as long as it is a
 * pointer to data, or a structure that holds one: through members, elements, addresses, casts,
 * arithmetic and the results of functions that were given it. It is an error if it arrives at a
 * place that keeps it (a variable, an initialiser, a return, a send, a spawn). It may be written
 * into the same object's data: `s->last = s->first->next` stays in the object.
 *
 * Rejected: letting a variable of the block itself hold such a pointer, which is safe only while no
 * call that was logged meanwhile can free its target: that is not known here. */
#include <stdlib.h>

#include "check.h"
#include "base/text.h"
#include "types/operation.h"
#include "types/separate.h"

struct trail {
	struct unit *unit;
	const struct separate_use *use;
};

static bool is_operand(const struct trail *trail, TSNode place)
{
	return ts_node_eq(separate_place(trail->use->node), place);
}

static bool leads_in(struct unit *unit, TSNode node)
{
	CXType type;
	return type_of(unit, node, &type) &&
	       (type_is_array(type_canonical(unit, type)) || type_has_data_pointer(unit, type));
}

static void report_kept(const struct trail *trail, TSNode place, const char *how)
{
	struct unit *unit = trail->unit;
	const char *operand = trail->use->operand->text;
	char *text = node_text(unit, place);
	bool record = type_at(unit, place).kind == CXType_Record;
	if (is_operand(trail, place))
		ERROR_AT(unit, place, "'%s' is reserved: as a plain pointer it cannot be %s", text,
		         how);
	else
		ERROR_AT(unit, place, "'%s' %s the object of '%s': it cannot be %s", text,
		         record ? "holds a pointer into" : "points into", operand, how);
	NOTE_AT(unit, trail->use->operand->node,
	        "'%s' is reserved for this block only: use the value in place, or in a function "
	        "that is called on '%s'",
	        operand, operand);
	free(text);
}

/* Conversions to a separate pointer are reported as such. */
static bool keeps(struct unit *unit, CXType type)
{
	return type_canonical(unit, type).kind == CXType_Invalid ||
	       type_has_data_pointer(unit, type);
}

static CXType declared_type(struct unit *unit, TSNode name)
{
	return unit->types->clang->getCursorType(types_declaration(unit, name));
}

static void report_kept_in(const struct trail *trail, TSNode place, TSNode target)
{
	char *how = text_format("kept in '%.*s'", NODE_ARG(trail->unit, target));
	report_kept(trail, place, how);
	free(how);
}

static void check_initialized(const struct trail *trail, TSNode declarator, TSNode place)
{
	TSNode name = declarator_name(node_field(declarator, "declarator"));
	if (keeps(trail->unit, declared_type(trail->unit, name)))
		report_kept_in(trail, place, name);
}

static bool is_own(const struct trail *trail, TSNode target)
{
	struct unit *unit = trail->unit;
	for (target = node_bare(target); !ts_node_is_null(target); target = node_bare(target)) {
		const struct separate_use *use = separate_use_at(unit, target);
		if (use) return use->operand == trail->use->operand;
		if (node_is(target, NODE_call_expression)) break;
		target = node_field(target,
		                    node_type_is(target, "cast_expression") ? "value" : "argument");
	}
	for (size_t i = 0; i < unit->separate_use_count && !ts_node_is_null(target); i++) {
		const struct separate_use *use = &unit->separate_uses[i];
		if (use->operand == trail->use->operand && node_is_inside(use->node, target))
			return true;
	}
	return false;
}

static void check_assigned(const struct trail *trail, TSNode assignment, TSNode place)
{
	struct unit *unit = trail->unit;
	TSNode target = node_field(assignment, "left");
	CXType type;
	if ((!type_of(unit, target, &type) || keeps(unit, type)) && !is_own(trail, target))
		report_kept_in(trail, place, target);
}

static void report_callee(const struct trail *trail, TSNode call, TSNode place, const char *what)
{
	struct unit *unit = trail->unit;
	ERROR_AT(unit, place, "'%.*s' cannot be called on '%s': it %s",
	         NODE_ARG(unit, node_field(call, "function")), trail->use->operand->text, what);
	NOTE_AT(unit, call,
	        "call a function with a prototype that says what it takes, and let it "
	        "call this one");
}

static void check_callee(const struct trail *trail, TSNode call, TSNode place, int index)
{
	struct unit *unit = trail->unit;
	CXType function = separate_callee(unit, call).function;
	bool called_on =
	        is_operand(trail, place) || (index == 0 && type_at(unit, call).kind == CXType_Void);
	if (function.kind == CXType_FunctionNoProto)
		report_callee(trail, call, place, "has no prototype here");
	else if (function.kind == CXType_FunctionProto && called_on &&
	         unit->types->clang->isFunctionTypeVariadic(function))
		report_callee(trail, call, place, "takes any number of arguments");
}

/* Returns the call, whose result may point there, too; null node: nothing more. */
static TSNode through_call(const struct trail *trail, TSNode place)
{
	int index;
	TSNode call = separate_argument(place, &index);
	if (ts_node_is_null(call)) return call;
	bool spawns = node_is(node_parent(call), NODE_spawn_expression);
	if (spawns && separate_statement_at(trail->unit, node_parent(call))) return (TSNode){0};
	if (spawns || operation_call_sends(trail->unit, call, index)) {
		report_kept(trail, place, spawns ? "given to a task" : "sent");
		return (TSNode){0};
	}
	if (!separate_takes_object(trail->unit, call)) check_callee(trail, call, place, index);
	return call;
}

/* Follows an operand. The value sent is on the right of << and |. */
static TSNode through_operator(const struct trail *trail, TSNode parent, TSNode place)
{
	const struct operation *operation = operation_at(trail->unit, parent);
	bool sends = (operation && ts_node_eq(operation_value(operation), place)) ||
	             node_has_operator(parent, "|");
	if (sends && node_is_field(parent, "right", place)) report_kept(trail, place, "sent");
	bool moves = node_has_operator(parent, "+") || node_has_operator(parent, "-");
	return moves ? parent : (TSNode){0};
}

/* Returns what has the value of place, or a value got through it; null node: nothing more. */
static TSNode through(const struct trail *trail, TSNode place)
{
	static const char *const goes_on[] = {"field_expression", "subscript_expression",
	                                      "update_expression", "cast_expression", NULL};
	TSNode parent = node_parent(place), none = {0}, around, name;
	CXType type;
	switch (node_kind(parent)) {
	case NODE_argument_list:
		return through_call(trail, place);
	case NODE_binary_expression:
		return through_operator(trail, parent, place);
	case NODE_assignment_expression:
		if (node_is_field(parent, "left", place))
			return node_has_operator(parent, "=") ? none : parent;
		check_assigned(trail, parent, place);
		return none;
	case NODE_expression_statement:
		return node_statement_value(parent);
	case NODE_init_declarator:
		check_initialized(trail, parent, place);
		return none;
	case NODE_initializer_list:
	case NODE_initializer_pair:
		/* check/separate_type.c checks the values of new separate */
		around = node_parent(node_outer_list(place));
		if (ts_node_is_null(node_child_of_type(around, "new_separate")))
			report_kept(trail, place, "kept in an object");
		return none;
	case NODE_return_statement:
		name = declarator_name(node_field(enclosing_function(place), "declarator"));
		type = declared_type(trail->unit, name);
		if (!ts_node_is_null(name) &&
		    keeps(trail->unit, trail->unit->types->clang->getResultType(type)))
			report_kept(trail, place, "returned");
		return none;
	case NODE_pointer_expression:
		return parent;
	default: /* also s->p in s->p ?: q */
		if (node_type_is(parent, "conditional_expression"))
			return node_is_field(parent, "condition", place) &&
			                       ts_node_is_null(node_field(parent, "consequence"))
			               ? parent
			               : none;
		if (node_type_is(parent, "generic_expression"))
			return ts_node_eq(node_named_child(parent, 0), place) ? none : parent;
		return node_type_in(parent, goes_on) ? parent : none;
	}
}

/* Also through members that are no pointers: their addresses may be taken. */
static void separate_escape_follow(struct unit *unit, const struct separate_use *use)
{
	const struct trail trail = {unit, use};
	TSNode node = use->node;
	while (!ts_node_is_null(node)) {
		TSNode place = separate_place(node), parent = node_parent(place);
		if (is_operand(&trail, place) && node_takes_address(parent)) return; /* reported */
		bool part = node_type_is(parent, "field_expression") ||
		            node_is(parent, NODE_pointer_expression) ||
		            (node_type_is(parent, "subscript_expression") &&
		             node_is_field(parent, "argument", place));
		if (!part && !leads_in(unit, place)) return;
		node = through(&trail, place);
	}
}

void check_separate_escapes(struct unit *unit)
{
	for (size_t i = 0; i < unit->separate_use_count; i++) {
		const struct separate_use *use = &unit->separate_uses[i];
		if (!use->derived && use->guess != SEPARATE_POINTER &&
		    separate_use_counts(unit, use))
			separate_escape_follow(unit, use);
	}
}
