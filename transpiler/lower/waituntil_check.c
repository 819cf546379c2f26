/* SPDX-License-Identifier: MIT */
/* Checks the statement as a whole: its words, its else, its size. waituntil_clause.c checks the
 * clauses. Warns about clauses that nothing can select: with a guard that is a constant 0; or, in a
 * statement in lexical order with `or` only, after a clause that is always ready, or after one that
 * waits for the same on the same side. Only obvious cases are reported. */
#include "waituntil.h"

#include <stdlib.h>
#include <string.h>

static bool check_word(const struct unit *unit, TSNode word)
{
	const char *text = unit->syntax.text + node_start(word);
	size_t length = node_end(word) - node_start(word);
	if (ts_node_is_null(word) || !length || strchr("(|&", *text) ||
	    word_is_dialect(&unit->shadowing, text, length, node_start(word)))
		return true;
	ERROR_AT(unit, word, "'%.*s' is declared as a name here: write '_Conc_%.*s'",
	         NODE_ARG(unit, word), NODE_ARG(unit, word));
	FIX_AT(unit, word, "_Conc_%.*s", NODE_ARG(unit, word));
	return false;
}

/* Reports words of the statement that are declared as names. */
static bool check_words(const struct unit *unit, TSNode node)
{
	bool good = true;
	if (node_is(node, NODE_wait_clause)) {
		TSNode condition = wait_condition(node);
		if (node_is(condition, NODE_timeout_clause))
			good = check_word(unit, first_token(condition));
		good = check_word(unit, ts_node_prev_sibling(node_token(node, "("))) && good;
	} else if (!node_is(node, NODE_wait_group) && !node_is(node, NODE_wait_separate)) {
		good = check_words(unit, node_field(node, "left"));
		good = check_word(unit, first_token(node_field(node, "operator"))) && good;
		return check_words(unit, node_field(node, "right")) && good;
	} else if (node_is(node, NODE_wait_group)) good = check_words(unit, wait_tree(node));
	TSNode guard = node_field(node, "guard");
	return (ts_node_is_null(guard) || check_word(unit, first_token(guard))) && good;
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

/* Returns the variable of &variable, or the null node. */
static TSNode addressed(TSNode operand)
{
	operand = node_bare(operand);
	TSNode variable = node_takes_address(operand) ? node_bare(node_field(operand, "argument"))
	                                              : (TSNode){0};
	return node_is(variable, NODE_identifier) ? variable : (TSNode){0};
}

/* Reports two waits for conditions that cannot give up the same lock. The library finds the others.
 */
static bool check_locks(struct wait *wait)
{
	struct unit *unit = wait->unit;
	const struct clause *first = NULL;
	for (int i = 0; i < wait->count; i++) {
		const struct clause *clause = &wait->clauses[i];
		if (!clause->macro || !clause_is_condition(clause)) continue;
		if (!first) first = clause;
		TSNode one = addressed(first->value), other = addressed(clause->value);
		bool named = !ts_node_is_null(one) && !ts_node_is_null(other);
		if (clause->all_locks == first->all_locks && (!named || is_same(unit, one, other)))
			continue;
		ERROR_AT(unit, clause->condition,
		         "a waituntil gives up one lock for all its conditions, or all of a "
		         "statement");
		NOTE_AT(unit, first->condition, "this clause gives up another one");
		return false;
	}
	return true;
}

bool wait_check(struct wait *wait)
{
	TSNode node = wait->construct->node;
	bool good = wait->total <= CLAUSES_MAX;
	if (!good)
		ERROR_AT(wait->unit, first_token(node),
		         "a waituntil has at most %d clauses; this one has %d", CLAUSES_MAX,
		         wait->total);
	TSNode rest = wait->rest, word = ts_node_is_null(rest) ? rest : first_token(rest);
	if (node_type_is(word, "else")) {
		ERROR_AT(wait->unit, word, "the else of a waituntil is written 'or else'");
		FIX_AT(wait->unit, word, "or else");
		good = false;
	}
	good = check_words(wait->unit, wait_tree(node)) && good;
	TSNode guard = node_field(rest, "guard");
	if (!ts_node_is_null(guard)) good = check_word(wait->unit, first_token(guard)) && good;
	for (int i = 0; i < wait->count; i++)
		good = clause_classify(wait->unit, &wait->clauses[i]) && good;
	return good && check_locks(wait);
}

/* ---- what nothing can select ---- */

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

static bool shadows(const struct wait *wait, const struct clause *before,
                    const struct clause *clause)
{
	bool timed = strcmp(clause->macro, "TIMEOUT") == 0;
	if (before->separate || clause->separate) return false;
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
		if (clause_is_condition(&wait->clauses[i]) &&
		    ts_node_is_null(node_field(wait->rest, "guard"))) {
			WARNING_AT(unit, "conc-waituntil", wait->clauses[i].condition,
			           "this clause can never be selected");
			NOTE_AT(unit, node_token(wait->rest, "else"),
			        "the statement has an else, so it never waits for a signal");
		} else if (is_always_ready(wait, &wait->clauses[i])) {
			report(wait, node_token(wait->rest, "else"), &wait->clauses[i],
			       "this one is always ready and comes first");
			return;
		}
}
