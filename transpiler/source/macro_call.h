/* SPDX-License-Identifier: MIT */
/* The macro calls in an author's file: text that the preprocessor's output does not contain as it
 * is. */
#ifndef CONCC_MACRO_CALL_H
#define CONCC_MACRO_CALL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A call with arguments: name, parentheses and everything between. */
struct macro_call {
	uint32_t start, open, end; /* the name; its parenthesis; after the closing one */
	uint32_t line, column;     /* physical place of the closing one */
	bool outermost;
	bool becomes_string; /* an argument is also turned into a string */
};

struct macro_calls {
	struct macro_call *list; /* ascending by end; inner before outer */
	size_t count, room;
	bool renumbered; /* the text has #line directives */
};

/* copies[i]: how many output tokens come from byte i of the text. */
void macro_calls_find(struct macro_calls *calls, const char *text, size_t length,
                      const unsigned char *copies);
/* Returns the outermost call with the byte at offset in its name or between its parentheses, or
 * null. */
struct macro_call *macro_calls_at(const struct macro_calls *calls, uint32_t offset);
void macro_calls_fini(struct macro_calls *calls);

#endif
