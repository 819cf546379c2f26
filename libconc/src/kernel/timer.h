/* SPDX-License-Identifier: MIT */
/* Timers. The nodes are members of the objects that wait; nothing is allocated.
 *
 * One idle worker sleeps until the earliest deadline; if no worker is idle the watchdog does.
 * Adding and removing are O(1), most often one atomic operation on the timer. A timer that was
 * removed stays linked until its place is looked at. So its memory must stay a timer for ever; that
 * of threads does.
 */
#ifndef CONC_SRC_TIMER_H
#define CONC_SRC_TIMER_H

#include <stdbool.h>
#include <stdint.h>

#include "conc/duration.h"

struct conc_thread;

/* All-zero: new. The protocol is in timer.c. */
struct conc_timer {
	struct conc_timer *next, *previous; /* in its slot; under the wheel's lock */
	uint64_t deadline;                  /* atomic: conc_now() nanoseconds; 0: not added */
	uint64_t place; /* atomic: when the wheel looks at it, written under the lock; 0: never */
	/* Called once at the deadline, with the wheel's lock held, by any kernel thread. Returns
	 * the thread that the caller must make ready, or null. It must not add or remove timers
	 * or take long. Set before the timer is added. */
	struct conc_thread *(*fire)(struct conc_timer *timer);
	uint16_t slot; /* under the wheel's lock */
	uint8_t wheel; /* its number from 1 on, fixed by the first conc_timer_add */
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

/* Adds timer, which is new or was removed. deadline is not 0. Any kernel thread. */
void conc_timer_add(struct conc_timer *timer, uint64_t deadline);

/* Takes timer back. Returns whether it had not fired. When it returns, fire is not running. */
bool conc_timer_remove(struct conc_timer *timer);

/* Fires the timers that are due, in the order of their deadlines. Returns conc_timer_next(). */
uint64_t conc_timer_run(void);

/* Returns a time before which no timer is due, CONC_NEVER if there is none: the earliest deadline,
 * or an earlier one that was taken back. Takes no lock: a hint. */
uint64_t conc_timer_next(void);

/* Returns whether a timer waits, or a thread whose timer has fired is not ready yet. No timer fires
 * while it looks. */
bool conc_timer_pending(void);

/* For fork, which holds the locks while the process is copied; the child forgets all timers. */
struct conc_tiny_lock;
void conc_timer_locks(void (*change)(struct conc_tiny_lock *lock));
void conc_timer_reset(void);

#endif
