/* SPDX-License-Identifier: MIT */
/* Does something happen to an object after an event, before anybody may have given it back? */
#ifndef CONCC_AFTER_H
#define CONCC_AFTER_H

#include "live.h"
#include "waits.h"

struct after {
	struct unit *unit;
	const struct call_graph *graph;
	struct live live;
	struct waits waits;
};

void after_begin(struct after *after, struct unit *unit, const struct call_graph *graph);
void after_end(struct after *after);
/* Can control come from `from`, or from the function's entry (the null node), to `at`, without a
 * wait, while the place stays the same object? Both are events of the function's graph (live.h). */
bool after_reaches(struct after *after, int function, TSNode from, TSNode at, const char *place);
/* The same, but waits do not matter. */
bool after_returns(struct after *after, int function, TSNode from, TSNode at, const char *place);
/* Is a node in the body of a mutex statement or of a clause with a lock? */
bool after_is_locked(const struct after *after, TSNode node);

#endif
