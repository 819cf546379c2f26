/* SPDX-License-Identifier: MIT */
/* A process that is put back to where it was, for the next seed: snapshot.c has the idea. */
#ifndef CONC_SRC_SCHEDULE_SNAPSHOT_H
#define CONC_SRC_SCHEDULE_SNAPSHOT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "trap.h"

/* Takes a snapshot of the calling process, which has one kernel thread. Returns false if the kernel
 * or the machine cannot do that; otherwise true, now and after each conc_snapshot_back. At the end
 * of each run `ended` is called, on another stack. apart: the run was broken off, since it needs a
 * process of its own. */
bool conc_snapshot_take(void (*ended)(int status, bool apart));

/* Takes the address space of a snapshot, so that the process has the same addresses without one. */
void conc_snapshot_reserve(void);

/* Puts the process back. */
_Noreturn void conc_snapshot_back(void);

/* Ends the run, or the process if there is no snapshot. */
_Noreturn void conc_snapshot_exit(int status);

/* Is there a snapshot? */
extern bool conc_snapshot_on;

/* Is there a snapshot, and can what the run has done so far be put back? If not, the process is of
 * no use to another run. */
bool conc_snapshot_clean(void);

/* The run has done something that cannot be put back. */
void conc_snapshot_spend(void);

/* Does what a trapped system call means to the snapshot. Returns whether that was all. */
bool conc_snapshot_call(const struct conc_trap *trap, long *result);

/* As conc_schedule_own: the memory of the snapshot. */
void conc_snapshot_own(unsigned n, uintptr_t *from, uintptr_t *to);

/* Called before a system call at which a handler of the program may run: the kernel does not wait
 * for a page of the stack to become writable, but ends the process or forgets the signal. */
void conc_snapshot_make_room(void);

/* The kernel could not write to an address among the arguments. Returns whether the call may be
 * made again. */
bool conc_snapshot_expose(const struct conc_trap *trap);

#endif
