/* SPDX-License-Identifier: MIT */
/* A growing text: the one string builder of the transpiler. */
#ifndef CONCC_TEXT_H
#define CONCC_TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* All-zero is empty. bytes is null or ends in a NUL that length does not count. */
struct text {
	char *bytes;
	size_t length, room;
};

void text_add(struct text *text, const char *bytes, size_t length);
void text_puts(struct text *text, const char *string);
void text_printf(struct text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
void text_vprintf(struct text *text, const char *format, va_list list);
void text_free(struct text *text);

/* Returns the next newline, or end. */
const char *text_line_end(const char *at, const char *end);
size_t text_newlines(const char *at, const char *end);
/* Returns the screen column after at..end, which start at column `from`. Tabs reach to the next
 * multiple of 8; bytes that continue a UTF-8 character take no column. */
size_t text_width(const char *at, const char *end, size_t from);
const char *file_name(const char *path); /* after the last slash */
bool text_starts(const char *text, const char *prefix);
/* Is it one of the words in the list, "-c -S", or, if not `whole`, does it begin with one? */
bool text_listed(const char *text, const char *list, bool whole);

/* Appends a string of JSON. */
void text_json(struct text *text, const char *bytes, size_t length);
/* Appends the preprocessor's `# line "name"`. */
void text_marker(struct text *text, uint32_t line, const char *name);
/* Writes a character in UTF-8, at most four bytes. Returns its length. */
size_t utf8_put(char *out, uint32_t value);
uint64_t text_hash(const char *bytes, size_t length);

/* Heap copies, never null: concc stops with a message if memory runs out. */
char *text_copy(const char *bytes, size_t length);
char *text_format(const char *format, ...) __attribute__((format(printf, 1, 2)));
void *memory_new(size_t count, size_t size);             /* zeroed */
void *memory_grow(void *old, size_t count, size_t size); /* realloc */

/* Appends one zeroed element to a growing array; room is doubled as needed. */
#define GROW(array, count, room)                                                              \
	((count) == (room)                                                                    \
	         ? (void)((array) = memory_grow((array), ((room) = (room) ? 2 * (room) : 16), \
	                                        sizeof *(array)))                             \
	         : (void)0,                                                                   \
	 (array)[(count)++] = (__typeof__(*(array))){0}, &(array)[(count)-1])

#endif
