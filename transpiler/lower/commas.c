/* SPDX-License-Identifier: MIT */
/* mutex ((conc_mutex *[]){ a, b }[i]) n++;  join((worker *[]){ v, w }[i]);
 *   →
 * { CONC_HOLD(1, conc_mutex, ((conc_mutex *[]){ a, b }[i])); n++; }
 * CONC_JOIN(((worker *[]){ v, w }[i]));
 *
 * An operand of one of our macros gets parentheses if it has a comma outside of parentheses. Braces
 * and brackets do not protect a comma from a macro. Rejected: parentheses around every operand,
 * which would be read a thousand times for one that is needed. */
#include "lower.h"

#include "source/lexer.h"

enum { OPERANDS_MAX = 32 };

bool has_bare_comma(const struct unit *unit, TSNode node)
{
	const char *text = unit->analysis->text, *end = text + node_end(node);
	int depth = 0;
	for (const char *at = text + node_start(node); at < end; at = lexer_skip_space(at, end)) {
		if (*at == ',' && !depth) return true;
		depth += *at == '(';
		depth -= *at == ')';
		at = lexer_token_end(at, end);
	}
	return false;
}

void protect_comma(struct unit *unit, TSNode operand)
{
	if (ts_node_is_null(operand) || !has_bare_comma(unit, operand)) return;
	put_before(unit->edits, operand, "(");
	put_after(unit->edits, operand, ")");
}

void lower_commas(struct unit *unit)
{
	for (size_t i = 0; i < unit->construct_count; i++) {
		const struct construct *construct = &unit->constructs[i];
		TSNode node = construct->node;
		if (construct->broken || construct->covered) continue;
		if (construct->kind == NODE_mutex_statement ||
		    construct->kind == NODE_delete_statement) {
			TSNode operands[OPERANDS_MAX];
			int count = node_fields(node, "operand", operands, OPERANDS_MAX);
			for (int k = 0; k < count && k < OPERANDS_MAX; k++)
				protect_comma(unit, operands[k]);
		} else if (construct->kind == NODE_new_expression) {
			protect_comma(unit, node_field(node, "count"));
		} else if (construct->kind == NODE_argument_list ||
		           /* the join of a task is no macro */
		           (construct->kind == NODE_call_expression &&
		            construct->operand == OPERAND_THREAD)) {
			TSNode list = node_field(node, "arguments");
			uint32_t count = node_named_child_count(list);
			for (uint32_t k = 0; k < count; k++)
				protect_comma(unit, node_named_child(list, k));
		}
	}
}
