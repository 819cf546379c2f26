/* SPDX-License-Identifier: MIT */
/* C preprocessing tokens, found in raw text: enough to compare what the author wrote with what the
 * preprocessor printed. No keywords, no values, no trigraphs. */
#ifndef CONCC_LEXER_H
#define CONCC_LEXER_H

#include <stdbool.h>

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

bool lexer_is_word(char c);     /* may stand inside an identifier */
bool lexer_starts_word(char c); /* may start one */

#endif
