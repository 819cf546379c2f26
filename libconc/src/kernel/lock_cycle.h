/* SPDX-License-Identifier: MIT */
/* The idea is in lock_cycle.c. */
#ifndef CONC_SRC_LOCK_CYCLE_H
#define CONC_SRC_LOCK_CYCLE_H

/* Called by the watchdog. Stops the program with a report if there is a cycle of waits that have
 * lasted since the call before. */
void conc_lock_cycle_look(void);

/* The operation of waits that are left out: their holder changes without the waiter running. */
extern const char conc_separate_query[];

#endif
