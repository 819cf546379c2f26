/* SPDX-License-Identifier: MIT */
/* separate (s) push(s, n + 1);
 *
 * The most common block is a single asynchronous call. The runtime can do it in one step if the
 * arguments can be evaluated before the object is reserved: they consist of constants and automatic
 * variables. Other arguments may need the reservation (of a passive handler, whose clients wait for
 * each other). */

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
	for (uint32_t i = 0; i < node_named_child_count(body); i++) {
		TSNode child = node_named_child(body, i);
		if (node_type_is(child, "comment")) continue;
		if (!ts_node_is_null(found)) return (TSNode){0};
		found = child;
	}
	return found;
}

/* Is it made of constants and automatic variables, without side effects? */
static bool single_call_is_quiet(struct unit *unit, TSNode node)
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
	                                    "false",
	                                    NULL};
	bool known = node_is(node, NODE_binary_expression) || node_is(node, NODE_number_literal) ||
	             node_is(node, NODE_parenthesized_expression) ||
	             node_is(node, NODE_duration_literal) || node_is(node, NODE_field_identifier) ||
	             node_type_in(node, nodes);
	if (node_is(node, NODE_identifier)) return !separate_is_static(unit, node);
	if (node_type_is(node, "sizeof_expression") || node_type_is(node, "type_descriptor"))
		return true;
	if (!known || operation_at(unit, node) || send_at(unit, node) ||
	    node_type_is(node_field(node, "operator"), "->"))
		return false;
	for (uint32_t i = 0; i < node_named_child_count(node); i++)
		if (!single_call_is_quiet(unit, node_named_child(node, i))) return false;
	return true;
}

TSNode separate_single_call(struct unit *unit, const struct separate_statement *statement)
{
	enum { ENOUGH = 64 };
	TSNode statement_node = one_statement(statement->body), none = {0}, arguments[ENOUGH];
	const struct separate_operand *operand = statement->operands;
	const struct separate_use *use = NULL;
	if (statement->operand_count != 1 || operand->bound || !operand->good || statement->outer ||
	    !ts_node_is_null(statement->require))
		return none;
	for (size_t i = 0; i < unit->separate_use_count; i++) {
		if (unit->separate_uses[i].operand->statement != statement) continue;
		if (use) return none;
		use = &unit->separate_uses[i];
	}
	if (!use || use->form != SEPARATE_CALL || use->derived ||
	    !node_is(statement_node, NODE_expression_statement) ||
	    !ts_node_eq(node_named_child(statement_node, 0), use->expression))
		return none;
	int count = node_arguments(use->expression, arguments, ENOUGH);
	for (int i = 1; i < count && i < ENOUGH; i++)
		if (!single_call_is_quiet(unit, arguments[i])) return none;
	return count <= ENOUGH ? use->expression : none;
}
