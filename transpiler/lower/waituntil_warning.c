/* SPDX-License-Identifier: MIT */
/* Warns about clauses that nothing can select: with a guard that is a constant 0; or, in a
 * statement in lexical order with `or` only, after a clause that is always ready, or after one that
 * waits for the same on the same side. Only obvious cases are reported. */
#include "waituntil.h"

#include <stdlib.h>
#include <string.h>

static bool is_number(const struct unit *unit, TSNode node, bool zero)
{
	node = node_bare(node);
	if (node_type_is(node, "false")) return zero;
	if (!node_is(node, NODE_number_literal) && !node_is(node, NODE_duration_literal))
		return false;
	const char *text = unit->syntax.text + node_start(node);
	size_t length = node_end(node) - node_start(node);
	bool all_zero = *text == '0';
	for (size_t i = 0; i < length && strchr("0123456789.'", text[i]); i++)
		all_zero &= strchr("0.'", text[i]) != NULL;
	return all_zero == zero && (length < 2 || (text[1] != 'x' && text[1] != 'X'));
}

static void warn_guard(const struct unit *unit, TSNode condition)
{
	if (ts_node_is_null(condition) || !is_number(unit, condition, true)) return;
	WARNING_AT(unit, "conc-waituntil", condition,
	           "the guard is constant: what stands behind it can never be selected");
}

static bool is_always_ready(const struct wait *wait, const struct clause *clause)
{
	return !clause_can_be_off(clause) && strcmp(clause->macro, "TIMEOUT") == 0 &&
	       is_number(wait->unit, clause->resource, true);
}

/* Are the texts equal, and made of names and members only? Then they are the same object. */
static bool is_same(const struct unit *unit, TSNode a, TSNode b)
{
	char *first = node_text(unit, a), *second = node_text(unit, b);
	bool same = strcmp(first, second) == 0 && !strpbrk(first, "(=+") && !strstr(first, "--");
	free(first);
	free(second);
	return same;
}

static bool shadows(const struct wait *wait, const struct clause *before,
                    const struct clause *clause)
{
	bool timed = strcmp(clause->macro, "TIMEOUT") == 0;
	bool system = clause->by_value || before->by_value;
	if (timed || (system && strcmp(before->macro, clause->macro) != 0)) return false;
	return !clause_can_be_off(before) && before->is_send == clause->is_send &&
	       is_same(wait->unit, before->resource, clause->resource);
}

static void report(const struct wait *wait, TSNode node, const struct clause *before,
                   const char *why)
{
	WARNING_AT(wait->unit, "conc-waituntil", node, "this clause can never be selected");
	NOTE_AT(wait->unit, before->condition, "%s", why);
}

static void warn_clause(const struct wait *wait, const struct clause *clause)
{
	for (const struct clause *before = wait->clauses; before < clause; before++)
		if (is_always_ready(wait, before)) {
			report(wait, clause->condition, before,
			       "this one is always ready and comes first");
			return;
		} else if (shadows(wait, before, clause)) {
			report(wait, clause->condition, before,
			       "this one waits for the same and comes first");
			return;
		}
}

void clauses_warn(struct wait *wait)
{
	const struct unit *unit = wait->unit;
	for (int i = 0; i < wait->group_count; i++) warn_guard(unit, wait->groups[i].condition);
	for (int i = 0; i < wait->count; i++) warn_guard(unit, wait->clauses[i].guard);
	if (wait->has_and || wait->fair) return;
	for (int i = 0; i < wait->count; i++) warn_clause(wait, &wait->clauses[i]);
	for (int i = 0; i < wait->count && !ts_node_is_null(wait->rest); i++)
		if (is_always_ready(wait, &wait->clauses[i])) {
			report(wait, node_token(wait->rest, "else"), &wait->clauses[i],
			       "this one is always ready and comes first");
			return;
		}
}
