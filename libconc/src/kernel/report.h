/* SPDX-License-Identifier: MIT */
/* The report: every thread and what it waits for; and the search for cycles of waits. */
#ifndef CONC_SRC_REPORT_H
#define CONC_SRC_REPORT_H

#include <stdint.h>

struct conc_thread;

/* Prints "conc: every thread is blocked", one line per thread and the cycle if there is one, and
 * aborts. No thread runs any more. If main has left by pthread_exit and no other thread is there,
 * the program ends with 0 instead. */
_Noreturn void conc_report_blocked(void);

/* Prints the threads of the cycle that first is in, and aborts. */
_Noreturn void conc_report_cycle(struct conc_thread *first);

/* Prints the line of each thread to standard error while others run: a snapshot for debugging. */
void conc_report_threads(void);

/* Prints "conc: HEAD" and a line for each thread that has marks in `leak`. */
void conc_report_marked(const char *head, uint8_t marks);

/* Called by the watchdog. Stops the program with a report if there is a cycle of waits that have
 * lasted since the call before (lock_cycle.c). */
void conc_lock_cycle_look(void);

/* The operation of waits that are left out: their holder changes without the waiter running. */
extern const char conc_separate_query[];

#endif
