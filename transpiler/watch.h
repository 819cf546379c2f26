/* SPDX-License-Identifier: MIT */
/* The back end reads headers that we have read before it. If one was changed in between, what we
 * found in the one would go into a program with the other. */
#ifndef CONCC_WATCH_H
#define CONCC_WATCH_H

#include <stdbool.h>
#include <time.h>

#include "analysis.h"

struct watch {
	struct watched *list;
	int count;
};

/* Remembers the files of an analysis. */
void watch_take(struct watch *watch, const struct analysis *analysis);
void watch_free(struct watch *watch);
/* The name of a file that has another text now, or null. */
const char *watch_changed(const struct watch *watch);
/* The name of a file that may have been changed since `start` and is not as it was in `before`, or
 * null. */
const char *watch_unsettled(const struct watch *watch, const struct watch *before,
                            const struct timespec *start);

#endif
