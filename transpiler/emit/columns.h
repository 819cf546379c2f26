/* SPDX-License-Identifier: MIT */
/* Where lowered text must begin a new line, so that the author's tokens keep their columns. */
#ifndef CONCC_COLUMNS_H
#define CONCC_COLUMNS_H

#include "expand.h"
#include "provenance.h"
#include "base/text.h"

/* Before the byte at offset of the lowered text go `#line line` and blanks as wide as prefix. */
struct column_break {
	size_t offset;
	uint32_t line;
	const char *prefix; /* text before the token in the author's line */
	size_t prefix_length;
	bool in_call; /* inside the arguments of a macro */
};

struct columns {
	struct provenance provenance;
	struct column_break *list;
	size_t count, room;
	bool moved;  /* an edit moved the rest of the line; no break outside of calls followed */
	bool astray; /* and no break inside a call followed */
	struct our_call call;
};

/* The text of one inclusion while it is written. */
struct column_file {
	int inclusion;
	const char *text; /* the author's */
	size_t cursor;    /* all earlier tokens come before the current place in the text */
};

void columns_init(struct columns *columns, const struct analysis *analysis,
                  const struct inclusions *inclusions);
void columns_free(struct columns *columns);

struct column_file columns_enter(const struct columns *columns, int inclusion, const char *text);
/* The author's bytes start..end are written unchanged, at `out` of the lowered text. */
void columns_pass(struct columns *columns, struct column_file *file, uint32_t start, uint32_t end,
                  size_t out);
/* Inserted text is written. */
void columns_insert(struct columns *columns, const char *text);
/* The expansion of a macro call is written. The call's name was at `start`. */
void columns_expand(struct columns *columns, const struct column_file *file, const char *text,
                    const struct spots *spots, uint32_t start, size_t out);
/* The lines from here on have no edits yet. */
void columns_reset(struct columns *columns);

/* Returns the lowered text with its breaks; breaks inside calls only if `all`. */
struct text columns_text(const struct columns *columns, const struct text *lowered, bool all);

#endif
