/* SPDX-License-Identifier: MIT */
/* The dialect's words in a text, where they are words of the dialect:
 * grammar/queries/highlights.scm tells them, for us as for editors. */
#ifndef CONCC_EDITOR_WORDS_H
#define CONCC_EDITOR_WORDS_H

#include "tree/syntax.h"

struct editor_word {
	TSNode node;
	const char *capture; /* "keyword", "type.builtin", …; in place until words_free */
	uint32_t capture_length;
};

struct editor_words {
	struct editor_word *list; /* in the order of the text */
	size_t count, room;
	TSQuery *query;
};

void words_find(struct editor_words *words, const struct syntax *syntax);
void words_free(struct editor_words *words);

#endif
