/* SPDX-License-Identifier: MIT */
/* conc_limiter: turns at a limited rate.
 *
 *     conc_limiter calls = {.every = 10ms, .burst = 5};
 *     if (conc_limiter_wait(&calls) == 0) call();
 *
 * In the long run there is one turn every `every`. Turns that nobody takes are kept, up to `burst`:
 * after a pause so many may be taken at once. At first all are there.
 *
 * First come, first served. Who waits has reserved nothing: it takes its turn when that has come,
 * and who leaves before has taken none. Nothing runs while nobody waits. Once no thread waits there
 * is nothing to destroy.
 *
 * every is more than 0, or a call stops the program; burst 0 is 1; all turns of a burst take at
 * most 73 years. Both are fixed while threads use the limiter. A turn orders nothing between
 * threads. Any kernel thread may call everything here; signal handlers may not. */
#ifndef CONC_LIMITER_H
#define CONC_LIMITER_H

#include <stdbool.h>
#include <stdint.h>

#include "conc/abi_base.h"
#include "conc/duration.h"

typedef struct conc_limiter {
	conc_duration every;
	unsigned burst;
	unsigned conc_waiting; /* those in the queue; under the guard */
	uint64_t conc_turn;    /* atomic: when the next turn comes, and a mark: limiter.c */
	uintptr_t conc_queue;  /* guard and first waiter */
} conc_limiter;

/* int conc_limiter_wait(conc_limiter *l): waits for a turn and takes it. Returns 0, or -ECANCELED
 * (conc/cancel.h).
 *
 * int conc_limiter_wait_for(conc_limiter *l, conc_duration limit): the same for at most limit; then
 * returns -ETIMEDOUT. Zero or less: only tries.
 *
 * bool conc_limiter_try(conc_limiter *l): takes a turn if one is there and nobody waits for it. */
#define conc_limiter_wait(l) conc_abi_limiter_wait(l, CONC_HERE)
#define conc_limiter_wait_for(l, limit) conc_abi_limiter_wait_for(l, limit, CONC_HERE)
#define conc_limiter_try(l) conc_abi_limiter_try(l, CONC_HERE)

int conc_abi_limiter_wait(struct conc_limiter *l, const char *where);
int conc_abi_limiter_wait_for(struct conc_limiter *l, conc_duration limit, const char *where);
bool conc_abi_limiter_try(struct conc_limiter *l, const char *where);

/* Of a waituntil clause. */
extern const struct conc_selectable conc_limiter_selectable;

#endif
