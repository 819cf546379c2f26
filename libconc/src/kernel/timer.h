/* SPDX-License-Identifier: MIT */
/* Timers: one pairing heap under a lock; the nodes are members of the objects that wait.
 *
 * One idle worker sleeps until the earliest deadline; if no worker is idle the watchdog does.
 * Nothing is allocated. Adding is O(1), removing O(log n) amortised.
 */
#ifndef CONC_SRC_TIMER_H
#define CONC_SRC_TIMER_H

#include <stdbool.h>
#include <stdint.h>

#include "conc/duration.h"
#include "port/heap.h"

struct conc_thread;

struct conc_timer {
	struct conc_heap_node node; /* under the timer lock */
	uint64_t deadline;          /* conc_now() nanoseconds */
	/* Called once at the deadline, with the timer lock held, by any kernel thread. Returns
	 * the thread that the caller must make ready, or null. It must not add or remove timers
	 * or take long. */
	struct conc_thread *(*fire)(struct conc_timer *timer);
	bool queued; /* under the timer lock */
};

#define CONC_NEVER UINT64_MAX

/* Returns the deadline of a wait that begins now and may last limit; now for zero or less. */
static inline uint64_t conc_timer_deadline(conc_duration limit)
{
	uint64_t now = conc_now(), span = limit > 0 ? (uint64_t)limit : 0;

	return span < CONC_NEVER - 1 - now ? now + span : CONC_NEVER - 1;
}

/* Returns whether a wait with this deadline is over. */
static inline bool conc_timer_passed(uint64_t deadline)
{
	return deadline != CONC_NEVER && conc_now() >= deadline;
}

/* Adds timer, whose deadline and fire are set. Any kernel thread. */
void conc_timer_add(struct conc_timer *timer);

/* Takes timer back. Returns whether it had not fired. When it returns, fire is not running. */
bool conc_timer_remove(struct conc_timer *timer);

/* Fires the timers that are due. Returns the earliest deadline left, CONC_NEVER if none. */
uint64_t conc_timer_run(void);

/* Returns the earliest deadline, CONC_NEVER if none. Takes no lock: a hint. */
uint64_t conc_timer_next(void);

/* Returns whether a timer waits, or a thread whose timer has fired is not ready yet. */
bool conc_timer_pending(void);

/* For fork, which holds the lock while the process is copied; the child forgets all timers. */
struct conc_tiny_lock;
void conc_timer_locks(void (*change)(struct conc_tiny_lock *lock));
void conc_timer_reset(void);

#endif
