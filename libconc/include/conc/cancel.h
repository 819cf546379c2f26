/* SPDX-License-Identifier: MIT */
/* Cancelling threads and tasks.
 *
 * A thread that was cancelled stays so until its end. Nothing of it is torn down: its waits
 * that can say so fail from then on with a status, and it goes on from there. What waits, what
 * of that is a cancellation point and what runs on the way out is one table, in
 * docs/reference/cancel.md.
 */
#ifndef CONC_CANCEL_H
#define CONC_CANCEL_H

#include <stdbool.h>

struct conc_thread;

/* conc_cancel(t): cancels a task, a thread, or the thread that a pointer points to. In the
 * dialect. Any kernel thread; may be repeated; does not wait for the thread's end. The caller
 * must keep t from being joined or ended meanwhile. */
void conc_abi_cancel(struct conc_thread *thread, const char *where);

/* Has the calling thread been cancelled? */
bool conc_cancelled(void);

#endif
