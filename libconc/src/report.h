/* SPDX-License-Identifier: MIT */
/* The report: every thread and what it waits for. */
#ifndef CONC_SRC_REPORT_H
#define CONC_SRC_REPORT_H

/* "conc: every thread is blocked", one line per thread, the cycle if there is one; then
 * aborts. Nothing runs any more when this is called. */
_Noreturn void conc_report_blocked(void);

/* The lines alone, to standard error, while others run: a snapshot, for debugging. */
void conc_report_threads(void);

#endif
