/* SPDX-License-Identifier: MIT */
/* Headers that change after concc read them and before the back end does: what was found in one
 * version would be compiled with the other. */
#ifndef CONCC_HEADER_STAMP_H
#define CONCC_HEADER_STAMP_H

#include <stdbool.h>
#include <time.h>

#include "source/analysis.h"

struct header_stamps {
	struct header_stamp *list;
	int count;
};

/* Remembers the files of an analysis. */
void header_stamps_take(struct header_stamps *stamps, const struct analysis *analysis);
void header_stamps_free(struct header_stamps *stamps);
/* Returns a file whose text has changed, or null. *touched: a file that was rewritten with the same
 * text, and may have had another meanwhile, or null. Each call reports changes since the last. */
const char *header_stamps_changed(struct header_stamps *stamps, const char **touched);
/* Returns a file that may have changed since `start` and is not as in `before`, or null. */
const char *header_stamps_unsettled(const struct header_stamps *stamps,
                                    const struct header_stamps *before,
                                    const struct timespec *start);

#endif
