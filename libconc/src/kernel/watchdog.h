/* SPDX-License-Identifier: MIT */
/* The watchdog: a kernel thread that sees to it that ready threads run, and minds the timers
 * while no worker is idle.
 *
 * It ticks every 5 ms while workers run, and sleeps without a timeout in an idle program.
 */
#ifndef CONC_SRC_WATCHDOG_H
#define CONC_SRC_WATCHDOG_H

#include <stdbool.h>
#include <stdint.h>

/* A worker has become active: makes the watchdog tick. Cheap if it ticks already. */
void conc_watchdog_active(void);

/* There is a timer at deadline that perhaps nobody else minds. */
void conc_watchdog_timer(uint64_t deadline);

/* For fork's child. */
void conc_watchdog_reset(void);

#endif
