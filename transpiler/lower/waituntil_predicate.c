/* SPDX-License-Identifier: MIT */
/* waituntil (a) {…} or when (g) waituntil (b) {…} and waituntil (c) {…}
 *   →
 * CONC_RAN(1, 0) || (CONC_DONE(1, 1) && CONC_RAN(1, 2))
 *
 * CONC_RAN: the clause's block has run. CONC_DONE: it has, or the clause's guard was false. A
 * clause whose guard is false is removed with the operator before it. In an `or` a removed clause
 * counts as false, which CONC_RAN is; in an `and` it counts as true, which needs CONC_DONE. An
 * and-group without remaining clauses is itself removed. If that can happen inside an `or`, a term
 * tests for it.
 *
 * Rejected: the thesis's statuses, which need the guards of all of a clause's neighbours
 * (`status = ! GA && GB`), and its tree at run time in µC++. */
#include "waituntil.h"

static bool is_clause(TSNode node)
{
	return node_is(node, NODE_wait_clause) || node_is(node, NODE_wait_separate);
}

static const struct clause *clause_of(const struct wait *wait, TSNode node)
{
	for (int i = 0; i < wait->count; i++)
		if (ts_node_eq(wait->clauses[i].node, node)) return &wait->clauses[i];
	return NULL;
}

static TSNode without_group(TSNode node)
{
	while (node_is(node, NODE_wait_group)) node = wait_tree(node);
	return node;
}

bool clause_can_be_off(const struct clause *clause)
{
	return clause->group >= 0 || !ts_node_is_null(clause->guard);
}

static bool can_be_off(const struct wait *wait, TSNode node)
{
	node = without_group(node);
	if (is_clause(node)) {
		const struct clause *clause = clause_of(wait, node);
		return clause && clause_can_be_off(clause);
	}
	return can_be_off(wait, node_field(node, "left")) &&
	       can_be_off(wait, node_field(node, "right"));
}

/* Writes the condition that all clauses below node are off. */
static void put_off(const struct wait *wait, TSNode node, struct text *out)
{
	node = without_group(node);
	if (is_clause(node)) {
		const struct clause *clause = clause_of(wait, node);
		if (clause) text_printf(out, "CONC_OFF(%d, %d)", wait->number, clause->index);
		return;
	}
	put_off(wait, node_field(node, "left"), out);
	text_puts(out, " && ");
	put_off(wait, node_field(node, "right"), out);
}

enum as { AS_HELD, AS_DONE }; /* does a removed clause count as false, or as true? */

static void predicate_put(const struct wait *wait, TSNode node, enum as as, struct text *out);

/* Writes an operand of an operator, in parentheses if it is another operator. */
static void put_operand(const struct wait *wait, TSNode node, enum node_kind around, enum as as,
                        struct text *out)
{
	node = without_group(node);
	bool parentheses = !is_clause(node) && !node_is(node, around);
	/* An or-group in an `and`, or an and-group in an `or`, may have one more term. */
	if (parentheses) text_puts(out, "(");
	predicate_put(wait, node, as, out);
	if (parentheses) text_puts(out, ")");
}

static void predicate_put(const struct wait *wait, TSNode node, enum as as, struct text *out)
{
	node = without_group(node);
	bool either = node_is(node, NODE_wait_or);
	if (!either && !node_is(node, NODE_wait_and)) {
		const struct clause *clause = clause_of(wait, node);
		if (clause)
			text_printf(out, "%s(%d, %d)",
			            as == AS_DONE && clause_can_be_off(clause) ? "CONC_DONE"
			                                                       : "CONC_RAN",
			            wait->number, clause->index);
		return;
	}
	enum node_kind kind = either ? NODE_wait_or : NODE_wait_and;
	enum as inside = either ? AS_HELD : AS_DONE;
	put_operand(wait, node_field(node, "left"), kind, inside, out);
	text_puts(out, either ? " || " : " && ");
	put_operand(wait, node_field(node, "right"), kind, inside, out);
	if (as == inside || !can_be_off(wait, node)) return;
	text_puts(out, either ? " || (" : " && !(");
	put_off(wait, node, out);
	text_puts(out, ")");
}

void predicate_spell(const struct wait *wait, TSNode tree, struct text *out)
{
	tree = without_group(tree);
	/* If all clauses are off the predicate is not evaluated. */
	predicate_put(wait, tree, node_is(tree, NODE_wait_or) ? AS_HELD : AS_DONE, out);
}
