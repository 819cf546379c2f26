/* SPDX-License-Identifier: MIT */
/* concc --emit-header: what plain C needs to send to the actors of a unit, in C. */
#ifndef CONCC_PLAIN_HEADER_H
#define CONCC_PLAIN_HEADER_H

#include <stdbool.h>
#include <stddef.h>

#include "tree/syntax.h"
#include "base/text.h"

struct unit;

/* A declaration at file scope that a header may need: a kind, a structure, a typedef, or what
 * lowering inserted before one. */
struct plain_item {
	size_t start;
	int file;           /* index into sources, or NO_FILE */
	char *name;         /* the names that it declares, each between blanks */
	const char *prefix; /* of its guard; forward declaration and definition are two items */
	char *text;         /* lowered */
	TSNode node;        /* null: inserted by the lowering */
	bool is_plain;      /* it is in a header without dialect */
	bool needed;
};

struct plain_items {
	struct plain_item *list; /* in source order */
	size_t count, room;
	bool *files; /* for each source: is it included? */
};

/* Collects the unit's items; marks as needed what the names in `wanted` (C text) lead to. */
void plain_items_find(struct plain_items *items, struct unit *unit, const char *wanted);
void plain_items_free(struct plain_items *items);

/* Writes the header for the receives of the main file that are not static, or reports errors.
 * guard: its include guard. */
void plain_header(struct unit *unit, const char *guard, struct text *out);

#endif
