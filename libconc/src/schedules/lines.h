/* SPDX-License-Identifier: MIT */
/* Lines and names for addresses of the program. */
#ifndef CONC_SRC_SCHEDULE_LINES_H
#define CONC_SRC_SCHEDULE_LINES_H

#include <stddef.h>
#include <stdint.h>

/* A place is a return address in the program, or what conc_place_said makes of a text "file:line"
 * that stays. */
#define CONC_PLACE_SAID (UINT64_C(1) << 62)

static inline const void *conc_place_said(const char *where)
{
	return (const void *)((uintptr_t)where | CONC_PLACE_SAID);
}

struct conc_line {
	const void *place;
	const char *line; /* "file:line"; NULL: unknown */
};

/* Sets the line of each place. */
void conc_lines_find(struct conc_line *lines, size_t count);

/* Returns the name of the variable that address is in, and where in it that is; NULL: none. The
 * caller frees it. */
char *conc_symbol_of(uintptr_t address, size_t *offset);

/* Returns the name of the function at that address, or "thread". */
const char *conc_function_of(const void *address);

#endif
