/* SPDX-License-Identifier: MIT */
/* Cancelling threads and tasks.
 *
 * A cancelled thread stays cancelled until it ends. It is not torn down: its waits that can report
 * a failure return with a status from then on, and it goes on from there. A table in
 * docs/reference/cancel.md has everything that waits, the cancellation points, and what runs on the
 * way out. */
#ifndef CONC_CANCEL_H
#define CONC_CANCEL_H

#include <stdbool.h>

struct conc_thread;

/* conc_cancel(t) in the dialect: cancels a task, a thread, or the thread that a pointer points to.
 * Any kernel thread may call it, more than once. Does not wait for the thread's end. No other
 * thread may join or end t meanwhile. Stops the program for an empty task or a thread never
 * started. */
void conc_abi_cancel(struct conc_thread *thread, const char *where);

/* Returns whether the calling thread has been cancelled. */
bool conc_cancelled(void);

#endif
