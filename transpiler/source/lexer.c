/* SPDX-License-Identifier: MIT */
/* Finds the ends of preprocessing tokens, and their primary spelling.
 *
 * The transpiler never interprets these tokens. It asks whether a token of the analysis text is at
 * some place of a file, and where macro calls close. So the end of a token must be exact, as gcc
 * sees it: greedy punctuators, pp-numbers that include signs after exponents, prefixes of literals,
 * line splices and trigraphs anywhere. The primary spelling of a token has no splices, trigraphs,
 * digraphs or universal character names:
 *
 *     <%   ??<   {\    →   {          caf\u00e9   ca\    →   café
 *                <newline>                           <newline>fé
 *
 * Rejected: a table of all tokens of a file (most are never used). */
#include "lexer.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

static bool trigraphs;

void lexer_read_trigraphs(bool on)
{
	trigraphs = on;
}

/* Returns the character of the trigraph at `at`; 0 if there is none. */
static char trigraph(const char *at, const char *end)
{
	static const char third[] = "=/'()!<>-", meaning[] = "#\\^[]|{}~";
	if (!trigraphs || end - at < 3 || at[0] != '?' || at[1] != '?' || !at[2]) return '\0';
	const char *found = strchr(third, at[2]);
	return found ? meaning[found - third] : '\0';
}

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
	if (at >= end) return NULL;
	if (*at == '\\') at++;
	else if (*at == '?' && trigraph(at, end) == '\\') at += 3;
	else return NULL;
	while (at < end && (*at == ' ' || *at == '\t' || *at == '\f' || *at == '\v' || *at == '\r'))
		at++;
	return at < end && *at == '\n' ? at + 1 : NULL;
}

static const char *skip_splices(const char *at, const char *end)
{
	for (const char *next; (next = lexer_splice(at, end));) at = next;
	return at;
}

/* Stores the next character, after splices and with trigraphs replaced, '\0' at the end. Returns
 * its end. */
static const char *character(const char *at, const char *end, char *c)
{
	if (at < end && *at != '\\' && *at != '?') {
		*c = *at;
		return at + 1;
	}
	at = skip_splices(at, end);
	*c = '\0';
	if (at >= end) return at;
	if ((*c = trigraph(at, end))) return at + 3;
	*c = *at;
	return at + 1;
}

/* Returns the end of the universal character name at `at`: \u00e9, \U000000e9, \u{e9}; null if
 * there is none. */
static const char *universal(const char *at, const char *end, uint32_t *value)
{
	char c;
	*value = 0;
	if (at >= end || (*at != '\\' && *at != '?')) return NULL;
	at = character(at, end, &c);
	if (c != '\\') return NULL;
	at = character(at, end, &c);
	int digits = c == 'u' ? 4 : c == 'U' ? 8 : 0;
	const char *next = character(at, end, &c);
	bool braces = digits == 4 && c == '{';
	if (braces) at = next;
	for (int i = 0; i < digits || braces; i++, at = next) {
		next = character(at, end, &c);
		if (braces && c == '}') return i ? next : NULL;
		const char *hex = "0123456789abcdef0123456789ABCDEF", *digit = strchr(hex, c);
		if (!c || !digit || i >= 8) return NULL;
		*value = *value << 4 | (uint32_t)((digit - hex) & 15);
	}
	return digits ? at : NULL;
}

/* gcc counts a trigraph as one byte. */
const char *lexer_column(const char *line, const char *end, size_t column)
{
	if (!trigraphs) return (size_t)(end - line) < column ? end : line + column - 1;
	for (; column > 1 && line < end && *line != '\n'; column--)
		line += trigraph(line, end) ? 3 : 1;
	return line;
}

bool lexer_is_word_at(const char *at, const char *end)
{
	uint32_t value;
	return lexer_starts_word(*at) || universal(at, end, &value);
}

const char *lexer_hash(const char *at, const char *end)
{
	if (at >= end) return NULL;
	if (*at == '#') return at + 1;
	if (*at != '%' && *at != '?') return NULL;
	char first, second;
	at = character(at, end, &first);
	if (first == '#') return at;
	at = character(at, end, &second);
	return first == '%' && second == ':' ? at : NULL;
}

const char *lexer_comment(const char *at, const char *end)
{
	if (end - at < 2 || *at != '/') return NULL;
	at = skip_splices(at + 1, end);
	if (at == end || (*at != '/' && *at != '*')) return NULL;
	if (*at == '/') {
		while (at < end && *at != '\n') {
			const char *splice = lexer_splice(at, end);
			at = splice ? splice : at + 1;
		}
		return at;
	}
	for (at++; (at = memchr(at, '*', (size_t)(end - at)));) {
		at = skip_splices(at + 1, end);
		if (at < end && *at == '/') return at + 1;
	}
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

const char *lexer_line_end(const char *at, const char *end)
{
	while ((at = lexer_skip_blank(at, end)) < end && *at != '\n') at = lexer_token_end(at, end);
	return at;
}

const char *lexer_definition(const char *at, const char *end)
{
	for (const char *next; at < end; at = next) {
		const char *stop = end, *found;
		for (const char *first = "#%?"; *first; first++) /* #, %: or ??= */
			if ((found = memchr(at, *first, (size_t)(stop - at)))) stop = found;
		next = lexer_hash(stop, end);
		if (!next) {
			next = stop + 1;
			continue;
		}
		const char *word = lexer_skip_blank(next, end);
		if (!lexer_word_is(word, end, "define")) continue;
		next = lexer_skip_blank(lexer_token_end(word, end), end);
		if (next < end && lexer_is_word_at(next, end)) return next;
	}
	return NULL;
}

/* at: the opening quote. */
static const char *literal_end(const char *at, const char *end)
{
	char quote = *at++, c;
	while (at < end && *at != '\n') {
		at = character(at, end, &c);
		if (c == quote) return at;
		if (c != '\\') continue;
		const char *escaped = skip_splices(at, end);
		if (escaped < end && *escaped != '\n') at = character(escaped, end, &c);
	}
	return at;
}

/* R"name( … )name", which GNU C has from C++. at: the opening quote. */
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
	uint32_t value;
	char last = at[-1], c;
	for (const char *next; at < end; at = next, last = c) {
		c = *at;
		next = at + 1;
		if (lexer_is_word(c) || c == '.') continue;
		if ((next = universal(at, end, &value))) continue;
		next = character(at, end, &c);
		bool sign = (c == '+' || c == '-') && memchr("eEpP", last, 4);
		const char *digit = skip_splices(next, end);
		bool group = c == '\'' && digit < end && lexer_is_word(*digit); /* 1'000: C23 */
		if (!sign && !group && c != '.' && !lexer_is_word(c)) break;
	}
	return at;
}

/* Returns where a word continues after a character that is not a plain letter; null if it has
 * ended. */
static const char *word_goes_on(const char *at, const char *end)
{
	uint32_t value;
	if (at >= end || (*at != '\\' && *at != '?')) return NULL;
	const char *behind = skip_splices(at, end), *next = universal(behind, end, &value);
	if (next) return next;
	return behind < end && lexer_is_word(*behind) ? behind : NULL;
}

/* Is this word a prefix of a literal? *raw: with an R. */
static bool is_prefix(const char *at, const char *end, bool *raw)
{
	char name[4] = {0}, c;
	for (size_t i = 0; at < end; i++) {
		at = character(at, end, &c);
		if (i == 3) return false;
		name[i] = c;
	}
	char *last = strchr(name, 'R');
	*raw = last && !last[1];
	if (*raw) *last = '\0';
	return !*name ? *raw : !strcmp(name, "u8") || (strchr("LuU", *name) && !name[1]);
}

static const char *word_end(const char *at, const char *end)
{
	const char *start = at;
	for (const char *next = at; next; next = word_goes_on(at, end))
		for (at = next; at < end && lexer_is_word(*at);) at++;
	const char *quote = skip_splices(at, end);
	bool raw;
	if (quote == end || (*quote != '"' && *quote != '\'') || !is_prefix(start, at, &raw))
		return at;
	if (raw) return *quote == '"' ? raw_end(quote, end) : at;
	return literal_end(quote, end);
}

static const char *punctuator_end(const char *at, const char *end)
{
	static const char *const longer[] = {
	        "%:%:", "...", "<<=", ">>=", "->", "++", "--", "<<", ">>", "<=",
	        ">=",   "==",  "!=",  "&&",  "||", "*=", "/=", "%=", "+=", "-=",
	        "&=",   "^=",  "|=",  "##",  "<:", ":>", "<%", "%>", "%:",
	};
	char c[5] = {0};
	const char *stop[4];
	for (int i = 0; i < 4; i++) stop[i] = at = character(at, end, &c[i]);
	if (!strchr("(){}[];,?~@`\\", c[0]))
		for (size_t i = 0; i < sizeof longer / sizeof *longer; i++) {
			size_t length = strlen(longer[i]);
			if (longer[i][0] == c[0] && !memcmp(c, longer[i], length))
				return stop[length - 1];
		}
	return stop[0];
}

const char *lexer_token_end(const char *at, const char *end)
{
	uint32_t value;
	char c = *at, next;
	if (lexer_starts_word(c)) return word_end(at, end);
	if (c == '"' || c == '\'') return literal_end(at, end);
	if (c >= '0' && c <= '9') return number_end(at + 1, end);
	if (strchr("(){}[];,~@`", c)) return at + 1;
	if (c == '.') {
		character(at + 1, end, &next);
		if (next >= '0' && next <= '9') return number_end(at + 1, end);
	}
	return universal(at, end, &value) ? word_end(at, end) : punctuator_end(at, end);
}

/* ---- spellings ---- */

size_t lexer_primary(char *out, const char *at, const char *end)
{
	static const char digraphs[][3] = {"<%", "%>", "<:", ":>", "%:"}, meaning[] = "{}[]#";
	size_t length = 0;
	bool word = lexer_is_word_at(at, end) && end[-1] != '"' && end[-1] != '\'';
	uint32_t value;
	while ((at = skip_splices(at, end)) < end) {
		const char *next = word ? universal(at, end, &value) : NULL;
		if (next) length += utf8_put(out + length, value);
		else next = character(at, end, &out[length++]);
		at = next;
	}
	for (size_t i = 0; length == 2 && i < 5; i++)
		if (!memcmp(out, digraphs[i], 2)) {
			out[0] = meaning[i];
			return 1;
		}
	if (length != 4 || memcmp(out, "%:%:", 4) != 0) return length;
	memcpy(out, "##", 2);
	return 2;
}

const char *lexer_spells(const char *at, const char *end, const char *token, size_t length)
{
	if ((size_t)(end - at) >= length && !memcmp(at, token, length)) return at + length;
	if (at >= end || !*token) return NULL;
	const char *stop = lexer_token_end(at, end);
	if ((size_t)(stop - at) <= length)
		return NULL; /* no spelling is shorter than the primary one */
	char small[256], *spelling = stop - at <= 256 ? small : memory_new((size_t)(stop - at), 1);
	bool same = lexer_primary(spelling, at, stop) == length && !memcmp(spelling, token, length);
	if (spelling != small) free(spelling);
	return same ? stop : NULL;
}

bool lexer_word_is(const char *at, const char *end, const char *word)
{
	const char *stop = at < end ? lexer_spells(at, end, word, strlen(word)) : NULL;
	return stop && (stop == end || !lexer_is_word(*stop)) && !word_goes_on(stop, end);
}
