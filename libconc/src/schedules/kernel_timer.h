/* SPDX-License-Identifier: MIT */
/* Timers of a seeded run. */
#ifndef CONC_SRC_SCHEDULE_KERNEL_TIMER_H
#define CONC_SRC_SCHEDULE_KERNEL_TIMER_H

#include "trap.h"

/* Returns when the next timer is due, or UINT64_MAX. */
uint64_t conc_kernel_timer_next(void);

/* Sends the signals of timers that are due. */
void conc_kernel_timer_due(uint64_t now);

/* Does the call and stores its result, if it concerns a timer. Else returns false. */
bool conc_kernel_timer_call(const struct conc_trap *trap, long *result);

#endif
