/* SPDX-License-Identifier: MIT */
/* Finds the places of the analysis text's edits in the author's files. */
#ifndef CONCC_PLACEMENT_H
#define CONCC_PLACEMENT_H

#include "expand.h"
#include "source/inclusion.h"

struct analysis;
struct edits;

/* An edit in the text of one inclusion's file: `text` replaces the bytes start..end. */
struct placed {
	int inclusion;
	uint32_t start, end; /* equal for insertions */
	int rank;            /* at one start: after a token, before a token, replacement */
	int order;
	size_t sequence;
	size_t edit;        /* index in the list of edits */
	size_t anchor;      /* index of the token to which it is anchored */
	char *text;         /* owned */
	struct spots spots; /* of a macro call's expansion */
};

struct placement {
	struct placed *list; /* by inclusion, start, rank, order, sequence */
	size_t count, room;
	char *reason; /* why it is impossible; null: every edit has its place */
};

void placement_find(struct placement *placement, const struct analysis *analysis,
                    const struct inclusions *inclusions, const struct edits *edits);
void placement_free(struct placement *placement);

#endif
