/* SPDX-License-Identifier: MIT */
/* Macro calls that give way to their expansion, because edits fall into it. */
#ifndef CONCC_EXPAND_H
#define CONCC_EXPAND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ground.h"

struct edit;
struct edits;

/* A run of tokens first..last (exclusive) that came out of start..end of an inclusion's text. */
struct region {
	size_t first, last;
	int inclusion;
	uint32_t start, end;
};

/* Where tokens stand in the text of an expansion: the author's by themselves, and where others
 * begin behind them. Ascending. */
struct spot {
	size_t offset;
	size_t token; /* index, or SIZE_MAX: it has no place but the call's */
};
struct spots {
	struct spot *list;
	size_t count, room;
	uint32_t line; /* of the call */
};

/* Widens first..last until nothing but complete macro calls lies between plain tokens, and finds
 * their place. Null, or why that cannot be. */
const char *region_close(struct region *region, struct ground *ground);

/* Does the edit hang on a token of the region? */
bool region_holds(const struct region *region, const struct ground *ground,
                  const struct edit *edit);

/* The expansion on one line, with the edits that fall into it carried out. Null if a macro of the
 * author's would expand in it once more, or a pragma or a count would be lost. The list of spots is
 * the caller's. */
char *region_text(const struct region *region, struct ground *ground, const struct edits *edits,
                  struct spots *spots);

#endif
