/* SPDX-License-Identifier: MIT */
/* What concc itself answers to an editor's requests about a file. The answers are JSON. */
#ifndef CONCC_ANSWERS_H
#define CONCC_ANSWERS_H

#include "position.h"

/* hover.c: of a word of the dialect: what its page in docs/reference says first, and the C that its
 * construct becomes, if emitted has it (--emit-c=pretty of this text). At any other place nothing
 * is appended. */
void answer_hover(struct text *out, const struct text *text, const struct text *emitted,
                  struct position position);

/* symbols.c: an array of DocumentSymbol. */
void answer_symbols(struct text *out, const struct text *text);

/* tokens.c: the data of SemanticTokens: clangd's, theirs, an array, of the overlaid text, and ours
 * in place of those that are no words of the file. Our token types have the numbers from
 * first_type on: */
#define ANSWER_TOKEN_TYPES "\"keyword\",\"type\",\"enumMember\",\"number\""
void answer_tokens(struct text *out, const struct text *text, const char *theirs,
                   unsigned first_type);

#endif
