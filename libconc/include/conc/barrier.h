/* SPDX-License-Identifier: MIT */
/* conc_barrier: a fixed number of threads meet.
 *
 * `conc_barrier b = {4};` or `= {4, hook}`, or conc_barrier_init while no thread uses it. It can be
 * used again at once, and destroyed once one wait of its last meeting has returned. Waiting at one
 * without a count stops the program. Any kernel thread may wait; signal handlers may not. */
#ifndef CONC_BARRIER_H
#define CONC_BARRIER_H

#include <stdbool.h>
#include <stdint.h>

#include "conc/abi_base.h"
#include "conc/duration.h"

typedef struct conc_barrier {
	unsigned conc_count; /* threads per meeting; fixed */
	void (*conc_hook)(struct conc_barrier *barrier);
	unsigned conc_arrived; /* under the guard */
	uintptr_t conc_queue;  /* guard and first waiter */
} conc_barrier;

/* An initialiser without a warning under -Wextra. */
#define CONC_BARRIER(count, hook)                      \
	{                                              \
		.conc_count = count, .conc_hook = hook \
	}

/* hook, if not null: the last thread to arrive runs it before any other goes on. */
void conc_barrier_init(conc_barrier *b, unsigned count, void (*hook)(conc_barrier *barrier));

/* bool conc_barrier_wait(conc_barrier *b): waits until count threads have arrived. Returns true in
 * the last to arrive, false in the others.
 *
 * int conc_barrier_wait_for(conc_barrier *b, conc_duration d): the same for at most d. Returns 1 in
 * the last to arrive and 0 in the others. If the others do not arrive in time it takes the arrival
 * back, and returns -ETIMEDOUT, or -ECANCELED (conc/cancel.h). A barrier at which threads wait so
 * may be destroyed once all waits have returned. */
#define conc_barrier_wait(b) conc_abi_barrier_wait(b, CONC_HERE)
#define conc_barrier_wait_for(b, d) conc_abi_barrier_wait_for(b, d, CONC_HERE)

bool conc_abi_barrier_wait(struct conc_barrier *b, const char *where);
int conc_abi_barrier_wait_for(struct conc_barrier *b, conc_duration d, const char *where);

#endif
