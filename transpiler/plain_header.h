/* SPDX-License-Identifier: MIT */
/* concc --emit-header: what plain C needs to send to the actors of a unit, in C. */
#ifndef CONCC_PLAIN_HEADER_H
#define CONCC_PLAIN_HEADER_H

#include <stdbool.h>
#include <stddef.h>

#include "syntax.h"
#include "text.h"

struct unit;

/* A declaration at file scope that a header may need: of a kind, a structure, a typedef; or what
 * the lowering put in front of one. */
struct plain_item {
	size_t start;
	int file;           /* index into sources, or NO_FILE */
	char *name;         /* those that it declares, each with a blank before and behind */
	const char *prefix; /* of its guard: a forward declaration and a definition are two items */
	char *text;         /* lowered */
	TSNode node;        /* null: of the lowering's making */
	bool is_plain;      /* stands in a header without dialect */
	bool needed;
};

struct plain_items {
	struct plain_item *list; /* in source order */
	size_t count, room;
	bool *files; /* of sources: to be included */
};

/* All of the unit, those that the names in `wanted` (a text of C) lead to marked as needed. */
void plain_items_find(struct plain_items *items, struct unit *unit, const char *wanted);
void plain_items_free(struct plain_items *items);

/* The header for the receives that the unit's main file has and does not keep to itself. guard: of
 * the whole. What cannot be written is reported as an error. */
void plain_header(struct unit *unit, const char *guard, struct text *out);

#endif
