/* SPDX-License-Identifier: MIT */
/* Park and unpark: the one way in which a user thread waits.
 *
 * A permit per thread: unpark gives it, park takes it, waiting if there is none. The
 * contract is exactly one unpark per park. An unpark that comes first is not lost.
 *
 * State of a thread's `park` word, and who moves each edge:
 *
 *                  the thread, in park                     (permit was there)
 *          ┌──────────────────────────────────────┐
 *          ▼                                      │
 *      RUNNING ── unparker, exchange ─────────▶ NOTIFIED
 *       │  │ ▲                                    ▲  ▲
 *       │  │ └─ the thread, resumed, exchange ────┤  │ unparker, exchange; it then
 *       │  │                                      │  │ makes the thread ready
 *       │  └── switch epilogue, CAS ──────────▶ PARKED    (off its own stack)
 *       │  └── the thread, CAS ───────────────▶ PARKED_KERNEL (futex; pinned or foreign)
 *       │                                      │
 *       └── timer, CAS ──▶ EXPIRED ◀── timer, CAS; it then makes the thread ready
 *           (or a canceller, instead of the timer: cancel.h)
 *
 * A thread that is about to park stays RUNNING until it has left its stack. The switch
 * epilogue (processor.c), which runs on the next stack, is the only place that handles
 * "published as waiting, but still on its own stack": its CAS fails if the permit came in
 * between, and the thread is made ready at once. EXPIRED is left by the thread itself,
 * with an exchange to RUNNING; an unpark that meets EXPIRED leaves NOTIFIED, so the
 * permit is there for this park (if the thread has not looked yet) or the next.
 *
 * docs/protocols/park.md has the reasoning.
 */
#ifndef CONC_SRC_PARK_H
#define CONC_SRC_PARK_H

#include <stdbool.h>
#include <stdint.h>

struct conc_thread;

enum conc_park_state {
	CONC_PARK_RUNNING,
	CONC_PARK_NOTIFIED,
	CONC_PARK_PARKED,
	CONC_PARK_PARKED_KERNEL,
	CONC_PARK_EXPIRED,
};

/* Waits until somebody unparks the caller. self: conc_thread_self(). Fill self->wait
 * before (conc_thread_waits, thread.h), for the report; park clears self->wait.operation
 * when it returns. Everything the unparker did before is visible after. */
void conc_thread_park(struct conc_thread *self);

/* The same with a deadline in conc_now() nanoseconds. Returns 0 if it was unparked,
 * -ETIMEDOUT if not: then the permit, if it is still to come, stays for the next park; a
 * caller that registered itself somewhere must take part in deciding who comes first. */
int conc_thread_park_until(struct conc_thread *self, uint64_t deadline);

/* The same for a wait that can fail: returns -ECANCELED, too, if the thread was cancelled before or
 * meanwhile (cancel.h). CONC_NEVER: no deadline. */
int conc_thread_park_cancellable(struct conc_thread *self, uint64_t deadline);

/* As a timer at its deadline: ends the wait of a thread in park_until or park_cancellable. The
 * caller keeps it from leaving that wait meanwhile. True: the caller makes it ready
 * (conc_scheduler_ready), at last when it holds no lock; until then thread->next is the caller's.
 */
bool conc_thread_expire(struct conc_thread *thread);

/* Gives thread its permit. Any kernel thread, never in a signal handler. thread must be
 * alive until this call has made its exchange: it may be gone when it returns. */
void conc_thread_unpark(struct conc_thread *thread);

/* The same, but where the thread has become ready it is in no queue, and true is returned: the
 * caller makes it ready, or runs it (conc_processor_hand_over), before it does anything that may
 * wait. */
bool conc_thread_unpark_taking(struct conc_thread *thread);

#endif
