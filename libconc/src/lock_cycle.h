/* SPDX-License-Identifier: MIT */
/* Threads that wait for each other for ever, while others run. */
#ifndef CONC_SRC_LOCK_CYCLE_H
#define CONC_SRC_LOCK_CYCLE_H

/* The watchdog: stops the program with a report if there is a cycle of waits that have lasted since
 * the call before. */
void conc_lock_cycle_look(void);

#endif
