/* SPDX-License-Identifier: MIT */
/* Durations: signed nanoseconds. 10ms in the dialect is CONC_NS(10000000). */
#ifndef CONC_DURATION_H
#define CONC_DURATION_H

#include <stdint.h>

typedef int64_t conc_duration;

#define CONC_NS(n) ((conc_duration)(n))
#define CONC_US(n) ((conc_duration)(n)*1000)
#define CONC_MS(n) ((conc_duration)(n)*1000000)
#define CONC_S(n) ((conc_duration)(n)*1000000000)

/* Returns monotonic time in nanoseconds. Any context, also a signal handler. */
uint64_t conc_now(void);

/* Waits for at least duration while other threads run. Zero or less yields. Returns 0, or
 * -ECANCELED at once if the thread was or is cancelled (conc/cancel.h). */
int conc_sleep(conc_duration duration);

/* Also a macro, so that a report can name the line. */
int conc_abi_sleep(conc_duration duration, const char *where);
#ifndef CONC_ANALYSIS
#include "conc/abi_base.h"
#define conc_sleep(duration) conc_abi_sleep(duration, CONC_HERE)
#endif

#endif
