/* SPDX-License-Identifier: MIT */
/* Where the edits of the analysis text go in the author's files. */
#ifndef CONCC_PLACEMENT_H
#define CONCC_PLACEMENT_H

#include <stddef.h>
#include <stdint.h>

#include "expand.h"
#include "inclusion.h"

struct analysis;
struct edits;

/* An edit in the text of one inclusion's file: the bytes start..end give way to `text`. */
struct placed {
	int inclusion;
	uint32_t start, end; /* equal for insertions */
	int rank;            /* of those at one start: behind a token, before one, replacement */
	int order;
	size_t sequence;
	size_t edit;        /* index in the list of edits */
	size_t anchor;      /* index of the token it hangs on */
	char *text;         /* owned */
	struct spots spots; /* of a macro call's expansion */
};

struct placement {
	struct placed *list; /* by inclusion, start, rank, order, sequence */
	size_t count, room;
	char *reason; /* why not; null: every edit has its place */
};

void placement_find(struct placement *placement, const struct analysis *analysis,
                    const struct inclusions *inclusions, const struct edits *edits);
void placement_free(struct placement *placement);

#endif
