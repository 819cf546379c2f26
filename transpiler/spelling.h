/* SPDX-License-Identifier: MIT */
/* The words of a command line in one spelling: @files opened, gcc's long names in their short form,
 * and what is for the preprocessor's dependency files apart from what else -Wp, carries. */
#ifndef CONCC_SPELLING_H
#define CONCC_SPELLING_H

#include <stdbool.h>
#include <stddef.h>

struct words {
	char **list;
	size_t count, room;
	char **owned; /* those that were made here */
	size_t owned_count, owned_room;
};

/* What stands behind a lone -- stays as it is. */
void words_read(struct words *words, int count, char **arguments);
void words_free(struct words *words);

/* The next word of a response file, on the heap: blanks part, quotes and backslashes protect, a
 * backslash in quotes too. Null at the end. */
char *words_next(const char **at);

/* Does an option concern the preprocessor's dependency files? */
bool word_is_dependency(const char *word);

#endif
