/* SPDX-License-Identifier: MIT */
/* A run by a list of switches in gdb. */
#ifndef CONC_SRC_DEBUG_H
#define CONC_SRC_DEBUG_H

#include <stdbool.h>
#include <stdint.h>

/* How many steps of the program the run has taken, that at hand included, and before which one it
 * stops; UINT32_MAX: none. gdb reads and writes them. */
extern uint32_t conc_schedule_taken, conc_schedule_stop_at;
/* The place of that step, whether it is a call, which may wait, and which thread takes it. */
extern const void *conc_schedule_stopped_at;
extern uint32_t conc_schedule_stopped_in_call, conc_schedule_stopped_thread;

/* The run is at the step, and has not taken it. */
void conc_schedule_stop(void);

/* The run is about to begin. */
void conc_schedule_run_begins(void);

/* Starts gdb on the program, and does not return; returns if this is the program in gdb. */
void conc_schedule_debug(int count, char **arguments);

#endif
