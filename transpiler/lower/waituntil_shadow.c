/* SPDX-License-Identifier: MIT */
/* waituntil (v << in) { B } or when (n < max) waituntil (m) { C } or else { E }
 *   →
 * { (void)sizeof(v << in); { B } (void)sizeof (n < max); (void)sizeof(m); { C } { E } }
 *
 * waituntil (int x << in) { B }   →   { int x; (void)sizeof(x << in); { B } }
 *
 * Guards and heads get their types in place, and blocks become statements of one block. sizeof does
 * not copy a lock or a channel that is only named. */
#include "waituntil.h"

TSNode wait_tree(TSNode node)
{
	uint32_t count = node_named_child_count(node);
	for (uint32_t i = 0; i < count; i++) {
		TSNode child = node_named_child(node, i);
		if (node_is(child, NODE_wait_clause) || node_is(child, NODE_wait_separate) ||
		    node_is(child, NODE_wait_group) || node_is(child, NODE_wait_or) ||
		    node_is(child, NODE_wait_and))
			return child;
	}
	return (TSNode){0};
}

TSNode wait_rest(TSNode statement)
{
	uint32_t count = node_named_child_count(statement);
	for (uint32_t i = 0; i < count; i++)
		if (node_is(node_named_child(statement, i), NODE_wait_else))
			return node_named_child(statement, i);
	return (TSNode){0};
}

static void shadow_guard(struct unit *unit, TSNode guard)
{
	if (ts_node_is_null(guard)) return;
	put_instead(&unit->shadow, first_token(guard), "(void)sizeof");
	put_after(&unit->shadow, last_token(guard), ";");
}

/* ok = int x << in  →  (void)sizeof(ok); int x; (void)sizeof(x << in) */
static void shadow_declaration(struct unit *unit, TSNode clause, TSNode condition)
{
	TSNode open = node_token(clause, "("), checked = node_field(condition, "checked");
	TSNode operation = node_field(condition, "operation");
	TSNode name = node_field(operation, "left");
	bool asks = !ts_node_is_null(checked);
	put_over(&unit->shadow, ts_node_prev_sibling(open), open, asks ? "{ (void)sizeof(" : "{");
	if (asks) put_instead(&unit->shadow, node_token(condition, "="), ");");
	put_after(&unit->shadow, node_field(condition, "type"), " %.*s; (void)sizeof(",
	          NODE_ARG(unit, name));
	put_after(&unit->shadow, node_token(clause, ")"), ";");
	put_after(&unit->shadow, clause, " }");
}

static void shadow_clause(struct unit *unit, TSNode clause)
{
	TSNode condition = wait_condition(clause);
	shadow_guard(unit, node_field(clause, "guard"));
	TSNode open = node_token(clause, "(");
	if (node_is(condition, NODE_wait_declaration)) {
		shadow_declaration(unit, clause, condition);
		return;
	}
	if (node_is(condition, NODE_wait_drop)) {
		TSNode checked = node_field(condition, "checked");
		put_instead(&unit->shadow, node_token(condition, "<<"), "%s", "");
		if (!ts_node_is_null(checked))
			put_instead(&unit->shadow, node_token(condition, "="), "); (void)sizeof(");
	}
	put_instead(&unit->shadow, ts_node_prev_sibling(open), "(void)sizeof");
	put_after(&unit->shadow, node_token(clause, ")"), ";");
	if (!node_is(condition, NODE_timeout_clause) && !wait_is_system(unit, condition)) return;
	put_instead(&unit->shadow, first_token(condition), "%s", "");
	TSNode arguments = node_field(condition, "arguments");
	if (!ts_node_is_null(arguments) && !node_named_child_count(arguments))
		put_after(&unit->shadow, first_token(arguments), "0");
}

static void shadow_tree(struct unit *unit, TSNode node)
{
	if (node_is(node, NODE_wait_clause)) shadow_clause(unit, node);
	else if (node_is(node, NODE_wait_separate)) shadow_guard(unit, node_field(node, "guard"));
	else if (node_is(node, NODE_wait_group)) {
		shadow_guard(unit, node_field(node, "guard"));
		put_instead(&unit->shadow, node_token(node, "("), "%s", "");
		shadow_tree(unit, wait_tree(node));
		put_instead(&unit->shadow, node_token(node, ")"), "%s", "");
	} else {
		shadow_tree(unit, node_field(node, "left"));
		put_instead(&unit->shadow, node_field(node, "operator"), "%s", "");
		shadow_tree(unit, node_field(node, "right"));
	}
}

void waituntil_shadow(struct unit *unit, const struct construct *construct)
{
	TSNode node = construct->node, tree = wait_tree(node), rest = wait_rest(node);
	put_before(&unit->shadow, node, "{ ");
	if (node_start(tree) != node_start(node))
		put_instead(&unit->shadow, first_token(node), "%s", "");
	shadow_tree(unit, tree);
	if (!ts_node_is_null(rest)) {
		TSNode word = first_token(rest), guard = node_field(rest, "guard");
		put_instead(&unit->shadow, word, "%s", "");
		shadow_guard(unit, guard);
		if (!node_type_is(word, "else"))
			put_instead(&unit->shadow, node_token(rest, "else"), "%s", "");
	}
	put_after(&unit->shadow, node, " }");
}
