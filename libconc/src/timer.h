/* SPDX-License-Identifier: MIT */
/* Timers: one pairing heap under a lock, nodes inside what waits.
 *
 * One idle worker sleeps until the earliest deadline; when none is idle the watchdog
 * does. Nothing is allocated; adding is O(1), removing O(log n) amortised.
 */
#ifndef CONC_SRC_TIMER_H
#define CONC_SRC_TIMER_H

#include <stdbool.h>
#include <stdint.h>

#include "heap.h"

struct conc_thread;

struct conc_timer {
	struct conc_heap_node node; /* under the timer lock */
	uint64_t deadline;          /* conc_now() nanoseconds */
	/* Called once at the deadline, with the timer lock held, by any kernel thread. Yields
	 * the thread that the caller is to make ready, or null. It must not add or remove timers,
	 * nor do anything that takes long. */
	struct conc_thread *(*fire)(struct conc_timer *timer);
	bool queued; /* under the timer lock */
};

#define CONC_NEVER UINT64_MAX

/* Adds timer, whose deadline and fire are set. Any kernel thread. */
void conc_timer_add(struct conc_timer *timer);

/* Takes it back: true if it had not fired. When it returns, fire is not running. */
bool conc_timer_remove(struct conc_timer *timer);

/* Fires what is due; returns the earliest deadline left, CONC_NEVER if none. */
uint64_t conc_timer_run(void);

/* Earliest deadline, without the lock (a hint); CONC_NEVER if none. */
uint64_t conc_timer_next(void);

/* Whether any timer waits, or a thread whose timer has fired is not ready yet. */
bool conc_timer_pending(void);

/* For fork: hold the timers while the process is copied; the child forgets them all. */
void conc_timer_lock(void);
void conc_timer_unlock(void);
void conc_timer_reset(void);

#endif
