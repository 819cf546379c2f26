/* SPDX-License-Identifier: MIT */
/* The report: every thread and what it waits for. */
#ifndef CONC_SRC_REPORT_H
#define CONC_SRC_REPORT_H

struct conc_thread;

/* "conc: every thread is blocked", one line per thread, the cycle if there is one; then aborts.
 * Nothing runs any more when this is called. If main has left by pthread_exit and no other thread
 * is there, the program ends with 0 instead. */
_Noreturn void conc_report_blocked(void);

/* The threads of a cycle, of which first is one; then stops. */
_Noreturn void conc_report_cycle(struct conc_thread *first);

/* The lines alone, to standard error, while others run: a snapshot, for debugging. */
void conc_report_threads(void);

#endif
