/* SPDX-License-Identifier: MIT */
/* Park and unpark: how every user thread waits.
 *
 * Each thread has one permit. Unpark gives it; park takes it, and waits until it is there. The
 * contract is exactly one unpark per park. An unpark that comes first is not lost.
 *
 * The states of a thread's `park` word and the party that makes each transition:
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
 * epilogue (processor.c), which runs on the next stack, publishes it as waiting, so nobody can
 * resume a thread that is still on its own stack. If the permit came in between, the epilogue's
 * CAS fails, and the epilogue makes the thread ready at once. The thread itself leaves EXPIRED,
 * by an exchange to RUNNING. An unpark that finds EXPIRED leaves NOTIFIED, so the permit is
 * there for this park (if the thread has not looked yet) or for the next.
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

/* Waits until the caller is unparked. self is conc_thread_self(). The caller fills self->wait
 * before, for the report (conc_thread_waits, thread.h); park clears self->wait.operation when
 * it returns. All that the unparker did before the unpark is visible after park returns. */
void conc_thread_park(struct conc_thread *self);

/* The same with a deadline in conc_now() nanoseconds. Returns 0 if the caller was unparked,
 * -ETIMEDOUT if not. A permit that comes later stays for the next park, so a caller that has
 * registered somewhere must find out whether its unpark is still to come. */
int conc_thread_park_until(struct conc_thread *self, uint64_t deadline);

/* The same for a wait that can fail: also returns -ECANCELED, if the thread was cancelled before or
 * meanwhile (cancel.h). CONC_NEVER: no deadline. */
int conc_thread_park_cancellable(struct conc_thread *self, uint64_t deadline);

/* Ends the wait of a thread in park_until or park_cancellable, as a timer does at its deadline. The
 * caller keeps the thread from leaving that wait meanwhile. True: the caller makes the thread ready
 * (conc_scheduler_ready) once it holds no lock; until then thread->next is the caller's. */
bool conc_thread_expire(struct conc_thread *thread);

/* Gives thread its permit. Any kernel thread may call it, but not in a signal handler. thread must
 * be alive until this call has made its exchange; it may be gone when the call returns. */
void conc_thread_unpark(struct conc_thread *thread);

/* The same, but a thread that can run now is in no queue, and true is returned: the caller makes it
 * ready, or runs it (conc_processor_hand_over), before it does anything that may wait. */
bool conc_thread_unpark_taking(struct conc_thread *thread);

#endif
