/* SPDX-License-Identifier: MIT */
/* Replaces macro calls by their expansions if edits fall into these. */
#ifndef CONCC_EXPAND_H
#define CONCC_EXPAND_H

#include "provenance.h"

struct edit;
struct edits;

/* A run of tokens first..last (exclusive) that came from start..end of an inclusion's text. */
struct region {
	size_t first, last;
	int inclusion;
	uint32_t start, end;
};

/* Where each token is in the text of an expansion. Ascending. */
struct spot {
	size_t offset;
	size_t token; /* index, or SIZE_MAX: its only place is the call's */
};
struct spots {
	struct spot *list;
	size_t count, room;
	uint32_t line; /* of the call */
};

/* Widens first..last until only complete macro calls lie between plain tokens, and finds their
 * place. Returns null, or why that is impossible. */
const char *region_close(struct region *region, struct provenance *provenance);

/* Is the edit anchored to a token of the region? */
bool region_holds(const struct region *region, const struct provenance *provenance,
                  const struct edit *edit);

/* Returns the expansion on one line, with the edits in it made. Null if one of the author's macros
 * would be expanded again in it, or a pragma or a count would be lost. The caller owns the list of
 * spots. */
char *region_text(const struct region *region, struct provenance *provenance,
                  const struct edits *edits, struct spots *spots);

#endif
