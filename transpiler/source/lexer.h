/* SPDX-License-Identifier: MIT */
/* Finds C preprocessing tokens in raw text: enough to compare the author's text with the
 * preprocessor's output. No keywords, no values. */
#ifndef CONCC_LEXER_H
#define CONCC_LEXER_H

#include <stdbool.h>
#include <stddef.h>

/* Returns the end of the token that starts at `at` (at < end, not blank, no comment), at least one
 * byte on. An unterminated literal reaches to the end of its line. */
const char *lexer_token_end(const char *at, const char *end);

/* Skips blanks, newlines, comments and line splices. */
const char *lexer_skip_space(const char *at, const char *end);

/* Skips blanks, comments and line splices within a line: stops at a newline that is not spliced. */
const char *lexer_skip_blank(const char *at, const char *end);

/* Returns the newline that ends the line at `at`, which comments and splices continue; or end. */
const char *lexer_line_end(const char *at, const char *end);

/* Returns the end of the line splice (backslash, blanks, newline) at `at`, or null if there is
 * none. */
const char *lexer_splice(const char *at, const char *end);

/* Returns the end of the comment that starts at `at`, or null if there is none. */
const char *lexer_comment(const char *at, const char *end);

/* Does a word start at `at`, perhaps with a universal character name? */
bool lexer_is_word_at(const char *at, const char *end);

/* Is the word at `at` exactly this one, in any spelling? */
bool lexer_word_is(const char *at, const char *end, const char *word);

/* Returns the end of the #, %: or ??= at `at`, or null. */
const char *lexer_hash(const char *at, const char *end);

/* Returns the name that the next #define at or after `at` defines, or null. Any spelling is read.
 */
const char *lexer_definition(const char *at, const char *end);

/* Writes the primary spelling of the token at..end, which is never longer. Returns its length. */
size_t lexer_primary(char *out, const char *at, const char *end);

/* Returns the end of the token at `at` if `token` is its primary spelling, else null. */
const char *lexer_spells(const char *at, const char *end, const char *token, size_t length);

/* Returns the place of a column (from 1), as gcc counts, in the line that starts at `line`. */
const char *lexer_column(const char *line, const char *end, size_t column);

/* Turns trigraphs such as ??( on or off; at the start they are off. */
void lexer_read_trigraphs(bool on);

bool lexer_is_word(char c);     /* may be inside an identifier */
bool lexer_starts_word(char c); /* may start one */

#endif
