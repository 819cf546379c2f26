/* SPDX-License-Identifier: MIT */
/* Where lowered text has to begin a line anew, so that the author's tokens keep their columns. */
#ifndef CONCC_COLUMNS_H
#define CONCC_COLUMNS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "expand.h"
#include "ground.h"
#include "text.h"

/* Before the byte at offset of the lowered text: `#line line`, and blanks as wide as the prefix. */
struct column_break {
	size_t offset;
	uint32_t line;
	const char *prefix; /* what stands before the token in the author's line */
	size_t prefix_length;
	bool in_call; /* within the arguments of a macro */
};

struct columns {
	struct ground ground;
	struct column_break *list;
	size_t count, room;
	bool moved;     /* an edit has moved the rest of the line, and no break outside of calls */
	bool astray;    /* nor has one within a call put it back */
	bool at_name;   /* the last token may name a macro of ours */
	unsigned depth; /* of parentheses in a call of such a macro */
};

/* One inclusion's text on its way out. */
struct column_file {
	int inclusion;
	const char *text; /* the author's */
	size_t cursor;    /* no token before this one lies further on in the text */
};

void columns_init(struct columns *columns, const struct analysis *analysis,
                  const struct inclusions *inclusions);
void columns_free(struct columns *columns);

struct column_file columns_enter(const struct columns *columns, int inclusion, const char *text);
/* The author's bytes start..end go out unchanged, at `out` of the lowered text. */
void columns_pass(struct columns *columns, struct column_file *file, uint32_t start, uint32_t end,
                  size_t out);
/* Text of ours goes out. */
void columns_insert(struct columns *columns, const char *text);
/* The expansion of a macro call goes out, whose name stood at `start`. */
void columns_expand(struct columns *columns, const struct column_file *file, const char *text,
                    const struct spots *spots, uint32_t start, size_t out);
/* The lines from here on are not edited yet. */
void columns_settle(struct columns *columns);

/* The lowered text with its breaks; with those within calls, if `all`. */
struct text columns_text(const struct columns *columns, const struct text *lowered, bool all);

#endif
