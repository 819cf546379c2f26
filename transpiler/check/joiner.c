/* SPDX-License-Identifier: MIT */
/* Reports `or` and `and` after a statement that is no waituntil. The grammar takes them for names
 * there, and what follows for an expression, a declaration or a nested function, so that the C
 * compiler would complain of unknown types. They are found among the tokens: a joiner, then one of
 * the words that can only continue a waituntil. */

#include <string.h>

#include "check.h"

static bool is_word(const struct unit *unit, const struct token *token, const char *word)
{
	return word_is(unit->syntax.text + token->offset, token->length, word);
}

static bool is_sign(const struct unit *unit, const struct token *token, const char *sign)
{
	return token->length == strlen(sign) &&
	       memcmp(unit->syntax.text + token->offset, sign, token->length) == 0;
}

static bool is_dialect(const struct unit *unit, const struct token *token)
{
	return word_is_dialect(&unit->shadowing, unit->syntax.text + token->offset, token->length,
	                       token->offset);
}

static TSNode node_at(const struct unit *unit, const struct token *token)
{
	return ts_node_descendant_for_byte_range(unit->syntax.root, token->offset,
	                                         token->offset + token->length);
}

static bool joins(TSNode node)
{
	TSNode parent = node_parent(node);
	return node_is(parent, NODE_wait_or) || node_is(parent, NODE_wait_and) ||
	       node_is(parent, NODE_wait_else);
}

/* True if the token is C's operator: a || waituntil(b) */
static bool is_operator(const struct unit *unit, const struct token *token)
{
	const struct token *before = token - 1;
	return token == unit->analysis->tokens ||
	       (!is_sign(unit, before, "}") && !is_sign(unit, before, ";"));
}

static bool is_joiner(const struct unit *unit, const struct token *token)
{
	if (is_word(unit, token, "or") || is_word(unit, token, "and"))
		return is_dialect(unit, token);
	return (is_sign(unit, token, "||") || is_sign(unit, token, "&&")) &&
	       !is_operator(unit, token);
}

static bool goes_on(const struct unit *unit, const struct token *next)
{
	return is_sign(unit, next, "else") ||
	       ((is_word(unit, next, "waituntil") || is_word(unit, next, "when")) &&
	        is_dialect(unit, next));
}

bool is_stray_joiner(const struct unit *unit, const struct token *token)
{
	const struct token *end = unit->analysis->tokens + unit->analysis->token_count;
	return token >= unit->analysis->tokens && token + 1 < end && is_joiner(unit, token) &&
	       goes_on(unit, token + 1) && !joins(node_at(unit, token));
}

/* True if a waituntil ends right before the token. */
static bool is_behind_waituntil(const struct unit *unit, const struct token *token)
{
	if (token == unit->analysis->tokens) return false;
	size_t end = token[-1].offset + token[-1].length;
	for (size_t i = 0; i < unit->construct_count; i++)
		if (unit->constructs[i].kind == NODE_waituntil_statement &&
		    node_end(unit->constructs[i].node) == end)
			return !joins(node_at(unit, token));
	return false;
}

void check_joiners(struct unit *unit)
{
	const struct analysis *analysis = unit->analysis;
	for (size_t i = 0; i < analysis->token_count; i++) {
		const struct token *token = &analysis->tokens[i];
		bool behind = is_joiner(unit, token) && is_behind_waituntil(unit, token);
		if (!behind && !is_stray_joiner(unit, token)) continue;
		if (behind)
			diagnose(unit->diagnostics, SEVERITY_ERROR, NULL, token->offset,
			         token->offset + token->length,
			         "'%.*s' goes on with 'waituntil', 'when (guard) waituntil', a "
			         "group "
			         "in parentheses or 'else'",
			         (int)token->length, unit->syntax.text + token->offset);
		else
			diagnose(unit->diagnostics, SEVERITY_ERROR, NULL, token->offset,
			         token->offset + token->length,
			         "'%.*s' goes on with a waituntil, and the statement before it is "
			         "none",
			         (int)token->length, unit->syntax.text + token->offset);
	}
}
