/* SPDX-License-Identifier: MIT */
/* separate (s) push(s, n + 1);
 *
 * The most common block is a single asynchronous call. The runtime can do it in one step if the
 * arguments can be evaluated before the object is reserved: they consist of constants and automatic
 * variables. Other arguments may need the reservation (of a passive handler, whose clients wait for
 * each other). */
#include <string.h>

#include "operation.h"
#include "send.h"
#include "separate.h"
#include "tree/unit.h"

/* Returns the only statement of a block, or a body without braces itself; null node: there is not
 * exactly one. */
static TSNode one_statement(TSNode body)
{
	if (!node_is(body, NODE_compound_statement)) return body;
	TSNode found = {0};
	uint32_t count = node_named_child_count(body);
	for (uint32_t i = 0; i < count; i++) {
		TSNode child = node_named_child(body, i);
		if (node_type_is(child, "comment")) continue;
		if (!ts_node_is_null(found)) return (TSNode){0};
		found = child;
	}
	return found;
}

/* Is it made of constants and automatic variables, without side effects? */
static bool is_quiet(struct unit *unit, TSNode node)
{
	static const char *const nodes[] = {"conditional_expression",
	                                    "cast_expression",
	                                    "unary_expression",
	                                    "field_expression",
	                                    "string_literal",
	                                    "concatenated_string",
	                                    "char_literal",
	                                    "null",
	                                    "nullptr",
	                                    "true",
	                                    "false"};
	bool known = node_is(node, NODE_binary_expression) || node_is(node, NODE_number_literal) ||
	             node_is(node, NODE_parenthesized_expression) ||
	             node_is(node, NODE_duration_literal) || node_is(node, NODE_field_identifier);
	for (size_t i = 0; i < sizeof nodes / sizeof *nodes && !known; i++)
		known = node_type_is(node, nodes[i]);
	if (node_is(node, NODE_identifier)) return !separate_is_static(unit, node);
	if (node_type_is(node, "sizeof_expression") || node_type_is(node, "type_descriptor"))
		return true;
	if (!known || operation_at(unit, node) || send_at(unit, node) ||
	    strcmp(node_type(node_field(node, "operator")), "->") == 0)
		return false;
	uint32_t count = node_named_child_count(node);
	for (uint32_t i = 0; i < count; i++)
		if (!is_quiet(unit, node_named_child(node, i))) return false;
	return true;
}

static bool are_quiet(struct unit *unit, TSNode call)
{
	enum { ENOUGH = 64 };
	TSNode arguments[ENOUGH];
	int count = node_arguments(call, arguments, ENOUGH);
	for (int i = 1; i < count && i < ENOUGH; i++)
		if (!is_quiet(unit, arguments[i])) return false;
	return count <= ENOUGH;
}

/* Returns the only use of the statement's operands; null: none or several. */
static const struct separate_use *only_use(const struct unit *unit,
                                           const struct separate_statement *statement)
{
	const struct separate_use *found = NULL;
	for (size_t i = 0; i < unit->separate_use_count; i++) {
		if (unit->separate_uses[i].operand->statement != statement) continue;
		if (found) return NULL;
		found = &unit->separate_uses[i];
	}
	return found;
}

TSNode separate_only_call(struct unit *unit, const struct separate_statement *statement)
{
	const struct separate_operand *operand = statement->operands;
	if (statement->operand_count != 1 || operand->bound || !operand->good || statement->outer ||
	    !ts_node_is_null(statement->require))
		return (TSNode){0};
	const struct separate_use *use = only_use(unit, statement);
	TSNode only = one_statement(statement->body);
	if (!use || use->form != SEPARATE_CALL || use->derived ||
	    !node_is(only, NODE_expression_statement) ||
	    !ts_node_eq(node_named_child(only, 0), use->expression) ||
	    !are_quiet(unit, use->expression))
		return (TSNode){0};
	return use->expression;
}
