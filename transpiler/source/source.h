/* SPDX-License-Identifier: MIT */
/* The physical lines of an author's file: their starts, which of them are directives, and the line
 * number that the compiler reports for them (#line). */
#ifndef CONCC_SOURCE_H
#define CONCC_SOURCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* From physical line `line` on, the compiler counts from `presumed`, in file `name` (null: the file
 * itself). */
struct line_shift {
	uint32_t line, presumed;
	char *name;
};

struct source_lines {
	const char *text;
	size_t length;
	uint32_t *starts; /* byte offsets, one per line, and one more for the end */
	bool *directive;  /* the line belongs to a directive, perhaps as its continuation */
	uint32_t count;   /* lines, at least 1 */
	struct line_shift *shifts;
	size_t shift_count, shift_room;
	bool unmappable; /* a #line with operands from a macro */
};

void source_lines_init(struct source_lines *lines, const char *text, size_t length);
void source_lines_fini(struct source_lines *lines);

/* Returns the physical line that the compiler reports as `presumed` of `name`. own: `name` is the
 * file's name without #line. 0 if there is no such line or more than one. */
uint32_t source_physical_line(const struct source_lines *lines, const char *name, bool own,
                              uint32_t presumed);

/* Returns the whole regular file with a NUL after it, or null. */
char *source_read(const char *name, size_t *length);
/* The same for input that can be read only once; "-" is standard input. */
char *source_read_pipe(const char *name, size_t *length);

#endif
