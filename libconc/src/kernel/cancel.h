/* SPDX-License-Identifier: MIT */
/*
 * cancel: asking a thread to give up what it waits for.
 *
 * The idea. A cancelled thread stays cancelled until its end. Its waits that can fail (the table is
 * in docs/reference/cancel.md) end at once with -ECANCELED. A wait that is under way ends as at a
 * deadline: the canceller moves the thread's park word to EXPIRED, as a timer would. The thread
 * takes back what it had registered, or finds that a partner was faster.
 *
 * The canceller may do that only while the thread is in such a wait: an EXPIRED in a wait that
 * cannot fail would break that wait's contract. So the thread sets `cancellable` during such a
 * wait. It looks at `cancel` between setting it and parking, and again when it leaves. The
 * canceller writes `cancel` and then looks at `cancellable`: a store→load pair on both sides.
 * Cancelling is seldom and waiting is not, so the canceller pays for both (membarrier). If the
 * kernel has no membarrier, both sides are seq_cst.
 *
 *     cancel:   NONE ──a canceller, cas──► CANCELLING ──the same, after its look──► CANCELLED
 *     cancellable:   0 ──the thread, begin──► 1 ──the thread, end──► 0
 *
 * Deadlines and shields. A thread has a deadline, from when it counts as cancelled, and a time
 * until when a cancel is held off. Both belong to the thread; blocks save and restore them
 * (scope.c, shield.c), and a spawned thread starts with its spawner's deadline. Nobody watches
 * them: a wait that can fail also ends at the deadline, by its own timer, and a thread that a
 * canceller wakes under a shield goes on waiting until the shield ends. So a program pays one load
 * per wait.
 *
 * A thread that finds CANCELLING in `end` waits for CANCELLED. After that no canceller touches its
 * park word. Rejected: a lock per thread (two pairs of locked instructions in each wait); a
 * registration per wait that the canceller walks (the resources are of many kinds, and the thread
 * can do it itself); unwinding the stack (C has nothing that would run).
 */
#ifndef CONC_SRC_CANCEL_H
#define CONC_SRC_CANCEL_H

#include <stdbool.h>
#include <stdint.h>

struct conc_thread;

enum { CONC_CANCEL_NONE, CONC_CANCEL_CANCELLING, CONC_CANCEL_CANCELLED };

/* Cancels t. The caller's handle keeps the descriptor alive. Any kernel thread may call it. Returns
 * at once if another canceller was first, perhaps before that one is done. */
void conc_thread_cancel(struct conc_thread *t);

/* The same in steps, for several threads with one barrier. Call start for each, then the barrier,
 * then finish for each whose start returned true, and for no other. If finish returns true, the
 * caller makes t ready, as after conc_thread_expire. */
bool conc_thread_cancel_start(struct conc_thread *t);
void conc_thread_cancel_barrier(void);
bool conc_thread_cancel_finish(struct conc_thread *t);

/* Called around a wait of the calling thread that can fail. begin returns true if the thread is
 * already cancelled; it must not wait then. end returns whether it is cancelled; no canceller
 * touches its park word after that. */
bool conc_cancel_begin(struct conc_thread *self);
bool conc_cancel_end(struct conc_thread *self);

/* Returns whether the calling thread is to give up: it has been cancelled and no shield holds that
 * off, or its deadline has passed. */
bool conc_thread_is_cancelled(const struct conc_thread *self);

/* Returns from when the calling thread is to give up: 0 if it already is, CONC_NEVER. */
uint64_t conc_thread_gives_up_at(const struct conc_thread *self);

/* Sets deadline and shielded of the calling thread, or of one that was not started. */
void conc_thread_bound(struct conc_thread *t, uint64_t deadline, uint64_t shielded);

#endif
