/* SPDX-License-Identifier: MIT */
/* Checks the statement as a whole: its words, its else, its size. waituntil_clause.c checks the
 * clauses. */
#include "waituntil.h"

#include <string.h>

static bool check_word(const struct unit *unit, TSNode word)
{
	const char *text = unit->syntax.text + node_start(word);
	size_t length = node_end(word) - node_start(word);
	if (ts_node_is_null(word) || !length || strchr("(|&", *text) ||
	    word_is_dialect(&unit->shadowing, text, length, node_start(word)))
		return true;
	return ERROR_AT(unit, word, "'%.*s' is declared as a name here: write '_Conc_%.*s'",
	                NODE_ARG(unit, word), NODE_ARG(unit, word));
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
	} else if (!node_is(node, NODE_wait_group)) {
		good = check_words(unit, node_field(node, "left"));
		good = check_word(unit, first_token(node_field(node, "operator"))) && good;
		return check_words(unit, node_field(node, "right")) && good;
	} else good = check_words(unit, wait_tree(node));
	TSNode guard = node_field(node, "guard");
	return (ts_node_is_null(guard) || check_word(unit, first_token(guard))) && good;
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
		good = false;
	}
	good = check_words(wait->unit, wait_tree(node)) && good;
	TSNode guard = node_field(rest, "guard");
	if (!ts_node_is_null(guard)) good = check_word(wait->unit, first_token(guard)) && good;
	for (int i = 0; i < wait->count; i++)
		good = clause_classify(wait->unit, &wait->clauses[i]) && good;
	return good;
}
