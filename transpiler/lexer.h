/* SPDX-License-Identifier: MIT */
/* C preprocessing tokens, found in raw text: enough to compare what the author wrote with what the
 * preprocessor printed. No keywords, no values. */
#ifndef CONCC_LEXER_H
#define CONCC_LEXER_H

#include <stdbool.h>
#include <stddef.h>

/* The end of the token that starts at `at` (at < end, not blank, no comment). At least one byte. An
 * unterminated literal reaches to the end of its line. */
const char *lexer_token_end(const char *at, const char *end);

/* Skips blanks, newlines, comments and line splices. */
const char *lexer_skip_space(const char *at, const char *end);

/* Skips what separates tokens within a line: stops at a newline that is not spliced. */
const char *lexer_skip_blank(const char *at, const char *end);

/* Is there a line splice (backslash, blanks, newline) at `at`? Its end, or null. */
const char *lexer_splice(const char *at, const char *end);

/* The end of the comment that starts at `at`, or null where none does. */
const char *lexer_comment(const char *at, const char *end);

/* Does a word start at `at`, perhaps with a universal character name? */
bool lexer_is_word_at(const char *at, const char *end);

/* Does exactly this word stand at `at`, in whatever spelling? */
bool lexer_word_is(const char *at, const char *end, const char *word);

/* The end of the #, %: or ??= at `at`, or null. */
const char *lexer_hash(const char *at, const char *end);

/* Writes the primary spelling of the token at..end, which is never longer, and returns its length.
 */
size_t lexer_primary(char *out, const char *at, const char *end);

/* The end of the token at `at` if this is its primary spelling, or null. */
const char *lexer_spells(const char *at, const char *end, const char *token, size_t length);

/* The place of a column (from 1) in the line that starts at `line`, as gcc counts. */
const char *lexer_column(const char *line, const char *end, size_t column);

/* From now on ??( and its like are trigraphs; at the start they are not. */
void lexer_read_trigraphs(bool on);

bool lexer_is_word(char c);     /* may stand inside an identifier */
bool lexer_starts_word(char c); /* may start one */

#endif
