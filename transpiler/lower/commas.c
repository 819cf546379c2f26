/* SPDX-License-Identifier: MIT */
/* mutex ((conc_mutex *[]){ a, b }[i]) n++;  join((worker *[]){ v, w }[i]);
 *   →
 * { CONC_HOLD(1, conc_mutex, ((conc_mutex *[]){ a, b }[i])); n++; }  CONC_JOIN(((worker *[]){ v, w
 * }[i]));
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

static void protect_all(struct unit *unit, TSNode node, const char *field)
{
	TSNode operands[OPERANDS_MAX];
	int count = node_fields(node, field, operands, OPERANDS_MAX);
	for (int i = 0; i < count && i < OPERANDS_MAX; i++) protect_comma(unit, operands[i]);
}

static void protect_arguments(struct unit *unit, TSNode list)
{
	uint32_t count = ts_node_is_null(list) ? 0 : ts_node_named_child_count(list);
	for (uint32_t i = 0; i < count; i++) protect_comma(unit, ts_node_named_child(list, i));
}

void lower_commas(struct unit *unit)
{
	for (size_t i = 0; i < unit->construct_count; i++) {
		const struct construct *construct = &unit->constructs[i];
		TSNode node = construct->node;
		if (construct->broken || construct->covered) continue;
		switch (construct->kind) {
		case NODE_mutex_statement:
		case NODE_delete_statement:
			protect_all(unit, node, "operand");
			break;
		case NODE_new_expression:
			protect_comma(unit, node_field(node, "count"));
			break;
		case NODE_call_expression: /* the join of a task is no macro */
			if (construct->operand != OPERAND_THREAD) break;
			/* fall through */
		case NODE_argument_list:
			protect_arguments(unit, node_field(node, "arguments"));
			break;
		default:
			break;
		}
	}
}
