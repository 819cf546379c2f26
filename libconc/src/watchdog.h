/* SPDX-License-Identifier: MIT */
/* The watchdog: a kernel thread of its own that keeps the promise of progress and minds
 * the timers while no worker is idle.
 *
 * It ticks every 5 ms while workers run, and sleeps without a timeout in an idle program.
 */
#ifndef CONC_SRC_WATCHDOG_H
#define CONC_SRC_WATCHDOG_H

#include <stdbool.h>
#include <stdint.h>

/* A worker has become active: tick. Cheap if it does already. */
void conc_watchdog_active(void);

/* There is a timer at deadline and perhaps nobody else who waits for it. */
void conc_watchdog_timer(uint64_t deadline);

/* For fork's child. */
void conc_watchdog_reset(void);

#endif
