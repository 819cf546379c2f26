/* SPDX-License-Identifier: MIT */
/* Finds where preprocessing tokens end.
 *
 * The transpiler never interprets these tokens; it asks whether a token of the analysis text stands
 * at some place of a file, and where macro calls close. So the only thing that must be exact is
 * where a token ends, the way gcc sees it: greedy punctuators, pp-numbers that swallow signs behind
 * exponents, prefixes of literals. Rejected: a table of all tokens of a file (most are never asked
 * for), and trigraphs (a line that has them is simply not edited in place). */
#include "lexer.h"

#include <stddef.h>
#include <string.h>

bool lexer_starts_word(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' ||
	       (unsigned char)c >= 0x80;
}

bool lexer_is_word(char c)
{
	return lexer_starts_word(c) || (c >= '0' && c <= '9');
}

const char *lexer_splice(const char *at, const char *end)
{
	if (at >= end || *at != '\\') return NULL;
	for (at++;
	     at < end && (*at == ' ' || *at == '\t' || *at == '\f' || *at == '\v' || *at == '\r');)
		at++;
	return at < end && *at == '\n' ? at + 1 : NULL;
}

static const char *line_comment_end(const char *at, const char *end)
{
	while (at < end && *at != '\n') {
		const char *splice = lexer_splice(at, end);
		at = splice ? splice : at + 1;
	}
	return at;
}

const char *lexer_comment(const char *at, const char *end)
{
	if (end - at < 2 || *at != '/') return NULL;
	if (at[1] == '/') return line_comment_end(at, end);
	if (at[1] != '*') return NULL;
	for (at += 2; end - at >= 2; at++)
		if (at[0] == '*' && at[1] == '/') return at + 2;
	return end;
}

const char *lexer_skip_blank(const char *at, const char *end)
{
	for (;;) {
		while (at < end &&
		       (*at == ' ' || *at == '\t' || *at == '\f' || *at == '\v' || *at == '\r'))
			at++;
		const char *next = lexer_comment(at, end);
		if (!next) next = lexer_splice(at, end);
		if (!next) return at;
		at = next;
	}
}

const char *lexer_skip_space(const char *at, const char *end)
{
	while ((at = lexer_skip_blank(at, end)) < end && *at == '\n') at++;
	return at;
}

static const char *literal_end(const char *at, const char *end)
{
	char quote = *at++;
	for (; at < end && *at != quote && *at != '\n'; at++)
		if (*at == '\\' && at + 1 < end) {
			const char *splice = lexer_splice(at, end);
			at = splice ? splice - 1 : at + 1;
		}
	return at < end && *at == quote ? at + 1 : at;
}

/* R"name( … )name", which GNU C has from C++: at its quote. */
static const char *raw_end(const char *at, const char *end)
{
	const char *open = memchr(at, '(', (size_t)(end - at));
	size_t name = open ? (size_t)(open - at) - 1 : 0;
	for (const char *close = open; close && name <= 16; close++) {
		if (!(close = memchr(close, ')', (size_t)(end - close)))) break;
		if ((size_t)(end - close) > name + 1 && close[name + 1] == '"' &&
		    !memcmp(close + 1, at + 1, name))
			return close + name + 2;
	}
	return literal_end(at, end);
}

static const char *number_end(const char *at, const char *end)
{
	for (; at < end; at++) {
		bool sign = (*at == '+' || *at == '-') && strchr("eEpP", at[-1]);
		bool group = *at == '\'' && end - at > 1 && lexer_is_word(at[1]); /* 1'000: C23 */
		if (!sign && !group && *at != '.' && !lexer_is_word(*at)) break;
	}
	return at;
}

static const char *word_end(const char *at, const char *end)
{
	const char *start = at;
	const char *splice;
	for (; at < end; at++) {
		bool universal = *at == '\\' && at + 1 < end && (at[1] == 'u' || at[1] == 'U');
		if (lexer_is_word(*at) || universal) continue;
		if (!(splice = lexer_splice(at, end)) || splice == end || !lexer_is_word(*splice))
			break;
		at = splice;
	}
	if (at == end || (*at != '"' && *at != '\'')) return at;
	bool raw = *at == '"' && at[-1] == 'R';
	ptrdiff_t length = at - start - raw;
	bool prefix = length == 1 ? strchr("LuU", *start) != NULL
	                          : length == 2 && start[0] == 'u' && start[1] == '8';
	if (raw && (prefix || length == 0)) return raw_end(at, end);
	return prefix && !raw ? literal_end(at, end) : at;
}

static const char *punctuator_end(const char *at, const char *end)
{
	static const char *const longer[] = {
	        "%:%:", "...", "<<=", ">>=", "->", "++", "--", "<<", ">>", "<=",
	        ">=",   "==",  "!=",  "&&",  "||", "*=", "/=", "%=", "+=", "-=",
	        "&=",   "^=",  "|=",  "##",  "<:", ":>", "<%", "%>", "%:",
	};
	for (size_t i = 0; i < sizeof longer / sizeof *longer; i++) {
		size_t length = strlen(longer[i]);
		if (longer[i][0] == *at && (size_t)(end - at) >= length &&
		    !memcmp(at, longer[i], length))
			return at + length;
	}
	return at + 1;
}

const char *lexer_token_end(const char *at, const char *end)
{
	if (*at == '"' || *at == '\'') return literal_end(at, end);
	if ((*at >= '0' && *at <= '9') ||
	    (*at == '.' && end - at > 1 && at[1] >= '0' && at[1] <= '9'))
		return number_end(at + 1, end);
	if (lexer_starts_word(*at) ||
	    (*at == '\\' && end - at > 1 && (at[1] == 'u' || at[1] == 'U')))
		return word_end(at, end);
	if (strchr("(){}[];,?~@`\\", *at)) return at + 1;
	return punctuator_end(at, end);
}
