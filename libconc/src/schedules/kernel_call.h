/* SPDX-License-Identifier: MIT */
/* The kernel of a seeded run: kernel_call.c has the idea. */
#ifndef CONC_SRC_SCHEDULE_KERNEL_CALL_H
#define CONC_SRC_SCHEDULE_KERNEL_CALL_H

#include <signal.h>

#include "lane.h"
#include "trap.h"

#define CONC_EPOCH UINT64_C(1767225600) /* 2026-01-01, at the start of a seeded run */

/* Makes the kernel threads of the program lanes from now on. Returns false if that cannot be. */
bool conc_kernel_threads(void);

/* The kernel's part of a switch from lane to lane. */
void conc_kernel_enter(struct conc_lane *from, const struct conc_lane *to);

/* In fork's child. */
void conc_kernel_forked(void);

/* Lets the signals in that wait for the running lane. Called at a step. */
void conc_kernel_signals(void);

/* Sends a signal to the kernel thread of that number; 0: to any. */
void conc_kernel_send(int number, const siginfo_t *information);

/* Ends the wait of the kernel thread with that thread pointer. */
void conc_kernel_interrupt(uintptr_t locals);

/* Returns the user thread on the lane of that kernel thread, or NULL. */
struct conc_thread *conc_kernel_thread_of(int number);

/* Completes what is known of waiting threads, for a report. */
void conc_kernel_report(void);

/* Returns the run's time at a time of the clock, in nanoseconds. */
uint64_t conc_kernel_run_time(long clock, uint64_t time);

#endif
