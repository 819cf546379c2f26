/* SPDX-License-Identifier: MIT */
/* The words of a command line in one spelling: @files opened, gcc's long names in their short form,
 * and the options for dependency files separated from other words of -Wp,. */
#ifndef CONCC_OPTION_WORDS_H
#define CONCC_OPTION_WORDS_H

#include <stdbool.h>
#include <stddef.h>

struct words {
	char **list;
	size_t count, room;
	char **owned; /* words made by words_read */
	size_t owned_count, owned_room;
};

/* Words after a lone -- stay as they are. */
void words_read(struct words *words, int count, char **arguments);

/* Returns the next word of a response file, on the heap, or null at the end. Blanks separate words;
 * quotes and backslashes protect, a backslash in quotes too. */
char *words_next(const char **at);

#endif
