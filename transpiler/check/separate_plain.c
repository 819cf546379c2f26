/* SPDX-License-Identifier: MIT */
/* Checks that separate objects are used only where they are reserved, and that no cast makes a
 * separate pointer a plain one. A walk of the tree looks at the types of operands that are
 * dereferenced, calculated with or cast; in a block a reserved name is a plain pointer wherever it
 * is dereferenced. */
#include <stdlib.h>

#include "check.h"
#include "types/operation.h"
#include "types/separate.h"
#include "types/variable.h"

bool separate_is_path(TSNode node)
{
	while (node_type_is(node, "field_expression")) node = node_field(node, "argument");
	return node_is(node, NODE_identifier);
}

void separate_note_reserve(struct unit *unit, TSNode node)
{
	NOTE_AT(unit, node,
	        separate_is_path(node) ? "reserve it: 'separate (%.*s) { … }'"
	                               : "reserve it: 'separate (name = %.*s) { … }'",
	        NODE_ARG(unit, node));
}

bool separate_reserved_badly(const struct unit *unit, TSNode node)
{
	bool found = false;
	char *text = node_text(unit, node);
	for (size_t i = 0; i < unit->separate_statement_count; i++) {
		const struct separate_statement *statement = &unit->separate_statements[i];
		if (!node_is_inside(node, statement->body)) continue;
		for (size_t k = 0; k < statement->operand_count; k++)
			found |= !statement->operands[k].good &&
			         node_text_is(&unit->syntax, statement->operands[k].value, text);
	}
	free(text);
	return found;
}

/* ---- uses ---- */

static bool is_separate(struct unit *unit, TSNode node)
{
	return type_is_separate(unit, type_at(unit, node));
}

/* Returns the pointer that node dereferences, or the null node. */
static TSNode gone_through(TSNode node)
{
	bool through = node_type_is(node, "subscript_expression");
	if (node_is(node, NODE_pointer_expression))
		through = node_type_is(node_field(node, "operator"), "*");
	if (node_type_is(node, "field_expression"))
		through = node_type_is(node_field(node, "operator"), "->");
	return through ? node_bare(node_field(node, "argument")) : (TSNode){0};
}

bool separate_reached_through(struct unit *unit, TSNode node)
{
	for (TSNode inner; !ts_node_is_null(node); node = inner) {
		inner = gone_through(node);
		if (!ts_node_is_null(inner) && is_separate(unit, inner)) return true;
		if (ts_node_is_null(inner)) inner = node_bare(node_field(node, "argument"));
	}
	return false;
}

static void check_access(struct unit *unit, TSNode node)
{
	TSNode pointer = gone_through(node);
	if (ts_node_is_null(pointer) || !is_separate(unit, pointer) || node_unevaluated(node) ||
	    separate_reached_through(unit, pointer) || separate_reserved_badly(unit, pointer))
		return;
	ERROR_AT(unit, node, "'%.*s' is not reserved here: what it points to is its handler's",
	         NODE_ARG(unit, pointer));
	separate_note_reserve(unit, pointer);
}

static void check_arithmetic(struct unit *unit, TSNode node)
{
	static const char *const fields[] = {"left", "right", "argument"};
	static const char *const operators[] = {"+", "-", "+=", "-=", "++", "--", NULL};
	bool calculates = node_type_in(node_field(node, "operator"), operators) &&
	                  (node_is(node, NODE_binary_expression) ||
	                   node_is(node, NODE_assignment_expression) ||
	                   node_type_is(node, "update_expression"));
	for (size_t i = 0; calculates && i < sizeof fields / sizeof *fields; i++) {
		TSNode operand = node_field(node, fields[i]);
		const struct separate_use *use = separate_use_at(unit, node_bare(operand));
		if (ts_node_is_null(operand) || use || !is_separate(unit, operand)) continue;
		ERROR_AT(unit, node, "'%.*s' is separate: there is nothing before or behind it",
		         NODE_ARG(unit, operand));
		NOTE_AT(unit, operand, "it points to one object, which 'new separate' made");
		return;
	}
}

/* ---- casts ---- */

static void report_cast(struct unit *unit, TSNode node, TSNode value, bool to_separate)
{
	const struct separate_use *use = separate_use_at(unit, node_bare(value));
	if (to_separate) {
		ERROR_AT(unit, node, "a cast makes '%.*s' no separate object",
		         NODE_ARG(unit, value));
		NOTE_AT(unit, value,
		        "only what 'new separate' made is one; in code that its handler "
		        "runs 'separate_of(%.*s)' points to it",
		        NODE_ARG(unit, value));
	} else if (use) {
		ERROR_AT(unit, node, "'%.*s' is reserved: it cannot be cast to a plain pointer",
		         NODE_ARG(unit, value));
		NOTE_AT(unit, value, "where a plain pointer is wanted in the block, '%.*s' is one",
		        NODE_ARG(unit, value));
	} else {
		ERROR_AT(unit, node, "a cast does not make '%.*s' a plain pointer",
		         NODE_ARG(unit, value));
		separate_note_reserve(unit, node_bare(value));
	}
}

static bool points_to_void(const struct unit *unit, CXType type)
{
	CXType pointee = unit->types->clang->getPointeeType(type);
	return type_canonical(unit, pointee).kind == CXType_Void;
}

/* Reports casts between separate and plain pointers: only those to void * and back are allowed. */
static void check_cast(struct unit *unit, TSNode node)
{
	TSNode value = node_field(node, "value");
	if (!node_type_is(node, "cast_expression")) return;
	CXType to = type_at(unit, node), from = type_at(unit, value);
	bool to_separate = type_is_separate(unit, to), from_separate = type_is_separate(unit, from);
	if (!type_is_pointer(to) || to_separate == from_separate ||
	    (!type_is_pointer(from) && !type_is_array(from)) || is_null_constant(unit, value) ||
	    (!to_separate && points_to_void(unit, to)) ||
	    (!from_separate && points_to_void(unit, from)))
		return;
	report_cast(unit, node, value, to_separate);
}

static void separate_plain_check_node(TSNode node, void *data)
{
	struct unit *unit = data;
	check_access(unit, node);
	check_arithmetic(unit, node);
	check_cast(unit, node);
}

void check_separate_plain(struct unit *unit)
{
	node_each(unit->syntax.root, separate_plain_check_node, unit);
	check_separate_conversions(unit);
}
