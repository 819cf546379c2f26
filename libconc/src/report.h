/* SPDX-License-Identifier: MIT */
/* The report: every thread and what it waits for. */
#ifndef CONC_SRC_REPORT_H
#define CONC_SRC_REPORT_H

/* "conc: every thread is blocked", one line per thread, the cycle if there is one; then
 * aborts. Nothing runs any more when this is called. */
struct conc_thread;

_Noreturn void conc_report_blocked(void);

/* The threads of a cycle, of which first is one; then stops. */
_Noreturn void conc_report_cycle(struct conc_thread *first);

/* The lines alone, to standard error, while others run: a snapshot, for debugging. */
void conc_report_threads(void);

#endif
