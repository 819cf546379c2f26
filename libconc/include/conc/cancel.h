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
#include <stdint.h>

struct conc_thread;

/* conc_cancel(t) in the dialect: cancels a task, a thread, or the thread that a pointer points to.
 * Any kernel thread may call it, more than once. Does not wait for the thread's end. No other
 * thread may join or end t meanwhile. Stops the program for an empty task or a thread never
 * started. */
void conc_abi_cancel(struct conc_thread *thread, const char *where);

/* Returns whether the calling thread is to give up: it has been cancelled, or its deadline has
 * passed, and no shield holds that off. */
bool conc_cancelled(void);

/* Returns when the calling thread will have to give up, in nanoseconds of conc_now(): the nearest
 * deadline of the scopes in which it runs or was spawned; 0 if it has been cancelled, the end of
 * the shield if one holds that off, UINT64_MAX if nothing limits it. */
uint64_t conc_deadline(void);

#endif
