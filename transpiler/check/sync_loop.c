/* SPDX-License-Identifier: MIT */
/* Finds the loop before which a use of a reserved object can be synchronised, once for all rounds:
 *
 *     for (int i = 0; i < n; i++) sum += at(h, i);
 *
 * The synchronisation waits, and nothing else. So it may stand before the loop if the loop would
 * wait in its first round, before it does anything that others could see, and if nothing in the
 * loop logs a call on the handler. A loop that may have no round at all waits only if its condition
 * holds: the condition is evaluated twice then, so it must be arithmetic on automatic variables.
 *
 * Rejected: a flag beside the loop (a load and a branch in each round, as before); peeling the
 * first round (the author's statement would stand there twice). */
#include "sync_set.h"

#include <string.h>

#include "types/types.h"
#include "tree/unit.h"

/* What an evaluation does first. */
enum first {
	FIRST_NOTHING, /* that others could see */
	FIRST_WAITS,   /* it synchronises with the handler, whatever happens */
	FIRST_OTHER,
};

static enum first first_of(const struct sync_loop *in, TSNode node);

/* One after the other. */
static enum first first_in_order(const struct sync_loop *in, TSNode node)
{
	enum first first = FIRST_NOTHING;
	for (uint32_t i = 0; i < node_named_child_count(node) && first == FIRST_NOTHING; i++)
		first = first_of(in, node_named_child(node, i));
	return first;
}

/* In any order: that which waits may come first. */
static enum first first_of_any(const struct sync_loop *in, TSNode node)
{
	enum first first = FIRST_NOTHING;
	for (uint32_t i = 0; i < node_named_child_count(node); i++) {
		enum first child = first_of(in, node_named_child(node, i));
		if (child == FIRST_WAITS) return child;
		if (child == FIRST_OTHER) first = child;
	}
	return first;
}

/* What comes after `before`, perhaps. */
static enum first first_if(const struct sync_loop *in, enum first before, TSNode node)
{
	if (before != FIRST_NOTHING || ts_node_is_null(node)) return before;
	return first_of(in, node) == FIRST_NOTHING ? FIRST_NOTHING : FIRST_OTHER;
}

static enum first first_of_declaration(const struct sync_loop *in, TSNode node)
{
	TSNode declarators[16];
	int count = node_fields(node, "declarator", declarators, 16);
	enum first first = FIRST_NOTHING;
	for (int i = 0; i < count && i < 16 && first == FIRST_NOTHING; i++)
		if (node_is(declarators[i], NODE_init_declarator))
			first = first_of(in, node_field(declarators[i], "value"));
		else if (!node_is(declarators[i], NODE_identifier)) first = FIRST_OTHER;
	return count > 16 ? FIRST_OTHER : first;
}

static enum first first_of_loop(const struct sync_loop *in, TSNode node)
{
	TSNode before = node_field(node, "initializer");
	enum first first = ts_node_is_null(before) ? FIRST_NOTHING : first_of(in, before);
	bool after = node_type_is(node, "do_statement");
	TSNode next = node_field(node, after ? "body" : "condition");
	if (first == FIRST_NOTHING && !ts_node_is_null(next)) first = first_of(in, next);
	return first == FIRST_NOTHING ? FIRST_OTHER : first;
}

static bool is_automatic(const struct sync_loop *in, TSNode name)
{
	struct unit *unit = in->unit;
	CXType type;
	if (!node_is(name, NODE_identifier) || !sync_is_local(unit, name) ||
	    !type_of(unit, name, &type))
		return false;
	type = type_canonical(unit, type);
	return type.kind != CXType_Atomic && !unit->types->clang->isVolatileQualifiedType(type);
}

static enum first first_of(const struct sync_loop *in, TSNode node)
{
	static const char *const plain[] = {"identifier",
	                                    "number_literal",
	                                    "char_literal",
	                                    "string_literal",
	                                    "true",
	                                    "false",
	                                    "null",
	                                    "field_identifier",
	                                    "sizeof_expression",
	                                    "type_descriptor",
	                                    "alignof_expression",
	                                    "comment",
	                                    "empty_statement",
	                                    NULL};
	static const char *const ordered[] = {"parenthesized_expression", "expression_statement",
	                                      "compound_statement",       "comma_expression",
	                                      "return_statement",         NULL};
	static const char *const unordered[] = {
	        "binary_expression",    "unary_expression", "pointer_expression", "cast_expression",
	        "subscript_expression", "field_expression", "argument_list",      NULL};
	enum first first;
	if (in->event(in->data, node))
		return in->effect(in->data, node) == FLOW_SETS ? FIRST_WAITS : FIRST_OTHER;
	if (node_type_in(node, plain)) return FIRST_NOTHING;
	if (node_is(node, NODE_declaration)) return first_of_declaration(in, node);
	if (node_is_loop(node)) return first_of_loop(in, node);
	if (node_has_operator(node, "&&") || node_has_operator(node, "||"))
		return first_if(in, first_of(in, node_field(node, "left")),
		                node_field(node, "right"));
	if (node_type_is(node, "conditional_expression")) {
		first = first_of(in, node_field(node, "condition"));
		first = first_if(in, first, node_field(node, "consequence"));
		return first_if(in, first, node_field(node, "alternative"));
	}
	if (node_type_in(node, unordered)) return first_of_any(in, node);
	if (node_type_in(node, ordered)) return first_in_order(in, node);
	if (node_type_is(node, "if_statement") || node_is(node, NODE_switch_statement)) {
		first = first_of(in, node_field(node, "condition"));
		return first == FIRST_WAITS ? first : FIRST_OTHER;
	}
	if (node_type_is(node, "assignment_expression") ||
	    node_type_is(node, "update_expression")) {
		TSNode target = node_named_child(node, 0);
		first = first_of_any(in, node);
		return first == FIRST_NOTHING && !is_automatic(in, target) ? FIRST_OTHER : first;
	}
	return node_is(node, NODE_call_expression) && first_of_any(in, node) == FIRST_WAITS
	               ? FIRST_WAITS
	               : FIRST_OTHER;
}

/* May it be evaluated twice, also while others run? */
static bool is_arithmetic(const struct sync_loop *in, TSNode node)
{
	static const char *const operations[] = {"binary_expression", "unary_expression",
	                                         "parenthesized_expression", NULL};
	bool good = node_type_in(node, operations);
	if (node_is(node, NODE_identifier)) return is_automatic(in, node);
	for (uint32_t i = 0; good && i < node_named_child_count(node); i++)
		good = is_arithmetic(in, node_named_child(node, i));
	return good || node_type_is(node, "number_literal") || node_type_is(node, "char_literal");
}

/* Does anything in the loop end the synchronisation, or a jump of a switch lead into it? */
static bool is_disturbed(const struct sync_loop *in, TSNode loop, TSNode node)
{
	if (in->event(in->data, node) && in->effect(in->data, node) == FLOW_CLEARS) return true;
	if (node_is(node, NODE_case_statement)) {
		TSNode around = node_parent(node);
		while (!node_is(around, NODE_switch_statement)) around = node_parent(around);
		if (!node_is_inside(around, loop)) return true;
	}
	for (uint32_t i = 0; i < node_named_child_count(node); i++)
		if (is_disturbed(in, loop, node_named_child(node, i))) return true;
	return false;
}

/* Can a declarator be added to the loop's declaration, if it has one? */
static bool has_room(const struct unit *unit, TSNode loop)
{
	static const char *const types[] = {"primitive_type",
	                                    "sized_type_specifier",
	                                    "type_identifier",
	                                    "struct_specifier",
	                                    "union_specifier",
	                                    "enum_specifier",
	                                    NULL};
	TSNode before = node_field(loop, "initializer");
	if (!node_is(before, NODE_declaration)) return true;
	for (uint32_t i = 0; i < node_named_child_count(before); i++)
		if (node_type_is(node_named_child(before, i), "storage_class_specifier"))
			return false;
	return node_type_in(node_field(before, "type"), types) &&
	       !node_text_is(&unit->syntax, node_field(before, "type"), "__auto_type");
}

/* Does a line before the loop say how it is to be compiled? Then its head stays as it is. */
static bool has_pragma(const struct unit *unit, TSNode loop)
{
	const char *text = unit->analysis->text, *line = text + node_start(loop);
	while (line > text && line[-1] != '\n') line--;
	while (line > text) {
		const char *end = line - 1;
		for (line = end; line > text && line[-1] != '\n'; line--) {
		}
		size_t blanks = strspn(line, " \t");
		if (line + blanks < end && strncmp(line + blanks, "# ", 2) != 0)
			return !strncmp(line + blanks, "#pragma", 7);
	}
	return false;
}

static bool fits(const struct sync_loop *in, TSNode loop, TSNode *condition)
{
	bool after = node_type_is(loop, "do_statement");
	enum first first = FIRST_NOTHING;
	*condition = after ? (TSNode){0} : node_field(loop, "condition");
	if (node_is(*condition, NODE_parenthesized_expression))
		*condition = node_named_child(*condition, 0);
	if (!has_room(in->unit, loop) || has_pragma(in->unit, loop)) return false;
	if (!ts_node_is_null(*condition)) first = first_of(in, *condition);
	if (first == FIRST_WAITS) *condition = (TSNode){0};
	if (first != FIRST_NOTHING) return first == FIRST_WAITS;
	return first_of(in, node_field(loop, "body")) == FIRST_WAITS &&
	       (ts_node_is_null(*condition) || is_arithmetic(in, *condition));
}

bool sync_loop_find(struct sync_loop *in, TSNode use, TSNode body)
{
	bool found = false;
	for (TSNode child = use, node = node_parent(use);
	     !ts_node_is_null(node) && node_is_inside(node, body);
	     child = node, node = node_parent(node)) {
		TSNode condition;
		if (node_is_function(node)) break;
		if (!node_is_loop(node) || node_is_field(node, "initializer", child)) continue;
		if (is_disturbed(in, node, node)) break; /* then so is what is around it */
		if (!fits(in, node, &condition)) continue;
		found = true; /* the outermost one */
		in->loop = node;
		in->condition = condition;
	}
	return found;
}
