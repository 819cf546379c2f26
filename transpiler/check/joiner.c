/* SPDX-License-Identifier: MIT */
/* Reports `or` and `and` after a statement that is no waituntil. The grammar takes them for names
 * there, and what follows for an expression, a declaration or a nested function, so that the C
 * compiler would complain of unknown types. They are found among the tokens: a joiner, then one of
 * the words that can only continue a waituntil. */

#include <string.h>

#include "check.h"

static bool joiner_is_word(const struct unit *unit, const struct token *token, const char *word)
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

/* True if the parser read the token as a joiner. */
static bool joins(const struct unit *unit, const struct token *token)
{
	TSNode parent =
	        node_parent(unit_node_at(unit, token->offset, token->offset + token->length));
	return node_is(parent, NODE_wait_or) || node_is(parent, NODE_wait_and) ||
	       node_is(parent, NODE_wait_else);
}

static bool is_joiner(const struct unit *unit, const struct token *token)
{
	if (joiner_is_word(unit, token, "or") || joiner_is_word(unit, token, "and"))
		return is_dialect(unit, token);
	/* after an operand the token is C's operator: a || waituntil(b) */
	return (is_sign(unit, token, "||") || is_sign(unit, token, "&&")) &&
	       token != unit->analysis->tokens &&
	       (is_sign(unit, token - 1, "}") || is_sign(unit, token - 1, ";"));
}

bool is_stray_joiner(const struct unit *unit, const struct token *token)
{
	const struct token *end = unit->analysis->tokens + unit->analysis->token_count;
	const struct token *next = token + 1;
	if (token < unit->analysis->tokens || next >= end || !is_joiner(unit, token)) return false;
	bool goes_on =
	        is_sign(unit, next, "else") ||
	        ((joiner_is_word(unit, next, "waituntil") || joiner_is_word(unit, next, "when")) &&
	         is_dialect(unit, next));
	return goes_on && !joins(unit, token);
}

void check_joiners(struct unit *unit)
{
	const struct analysis *analysis = unit->analysis;
	for (size_t i = 0; i < analysis->token_count; i++) {
		const struct token *token = &analysis->tokens[i];
		bool behind = false; /* a waituntil ends right before the token */
		for (size_t k = 0; k < unit->construct_count && i && is_joiner(unit, token); k++)
			behind |= unit->constructs[k].kind == NODE_waituntil_statement &&
			          node_end(unit->constructs[k].node) ==
			                  token[-1].offset + token[-1].length;
		behind = behind && !joins(unit, token);
		if (behind)
			ERROR_TOKEN(unit, token,
			            "'%.*s' goes on with 'waituntil', 'when (guard) waituntil', a "
			            "group in parentheses or 'else'",
			            (int)token->length, unit->syntax.text + token->offset);
		else if (is_stray_joiner(unit, token))
			ERROR_TOKEN(unit, token,
			            "'%.*s' goes on with a waituntil, and the statement before it "
			            "is none",
			            (int)token->length, unit->syntax.text + token->offset);
	}
}
