/* SPDX-License-Identifier: MIT */
/*
 * cancel: asking a thread to give up what it waits for.
 *
 * The idea. A thread that is cancelled stays so until its end. Its waits that can fail (the
 * table is in docs/reference/cancel.md) then end at once with -ECANCELED. One that is under
 * way ends as at a deadline: the canceller moves the thread's park word to EXPIRED, as a timer
 * would, and the thread takes back what it had registered, or finds that a partner was faster.
 *
 * The canceller may do that only while the thread is in such a wait: an EXPIRED in a wait that
 * cannot fail would break its contract. So the thread says when it is (`cancellable`), and
 * looks at `cancel` between saying so and parking, and again when it leaves; the canceller
 * writes `cancel` and then looks at `cancellable`: a store→load pair on both sides. Cancelling
 * is seldom and waiting is not, so the canceller pays for both (membarrier); where the kernel
 * has none, both sides are seq_cst.
 *
 *     cancel:   NONE ──a canceller, cas──► CANCELLING ──the same, after its look──► CANCELLED
 *     cancellable:   0 ──the thread, begin──► 1 ──the thread, end──► 0
 *
 * A thread that finds CANCELLING in `end` waits for CANCELLED: afterwards nobody touches its
 * park word on this account. Rejected: a lock per thread (two pairs of locked instructions in
 * each wait); a registration per wait that the canceller walks (the resources are of many
 * kinds, and the thread can do it itself); unwinding the stack (C has nothing that runs).
 */
#ifndef CONC_SRC_CANCEL_H
#define CONC_SRC_CANCEL_H

#include <stdbool.h>

struct conc_thread;

enum { CONC_CANCEL_NONE, CONC_CANCEL_CANCELLING, CONC_CANCEL_CANCELLED };

/* Cancels t, whose descriptor the caller's handle keeps alive. Any kernel thread. Returns at
 * once if somebody has cancelled it already, perhaps before that one is done. */
void conc_thread_cancel(struct conc_thread *t);

/* The same in steps, for several threads and one barrier: start each, the barrier, finish each for
 * which start said true, and no other: somebody else does. finish: true: the caller makes t ready,
 * as after conc_thread_expire. */
bool conc_thread_cancel_start(struct conc_thread *t);
void conc_thread_cancel_barrier(void);
bool conc_thread_cancel_finish(struct conc_thread *t);

/* Around a wait of the calling thread that can fail. begin: true if it is cancelled already,
 * and then it must not wait. end: the same, and no canceller is at work on it any more. */
bool conc_cancel_begin(struct conc_thread *self);
bool conc_cancel_end(struct conc_thread *self);

/* Stops the program: an operation failed since its thread was cancelled, and nothing asks. */
void conc_cancel_unchecked(const struct conc_thread *self, const char *operation, const char *where)
        __attribute__((noreturn, cold));

/* Has the calling thread been cancelled? */
bool conc_thread_is_cancelled(const struct conc_thread *self);

#endif
