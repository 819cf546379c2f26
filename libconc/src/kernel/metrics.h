/* SPDX-License-Identifier: MIT */
/* CONC_METRICS=PATH: a Unix socket that answers each connection with all counts. metrics.c */
#ifndef CONC_SRC_METRICS_H
#define CONC_SRC_METRICS_H

#include <stdio.h>

struct conc_statistics;

/* Makes the socket, and starts the kernel thread that serves it. */
void conc_metrics_start(const char *path);

/* In fork's child: the socket is the parent's. */
void conc_metrics_reset(void);

/* statistics.c: all counts, now; NULL: no memory. */
struct conc_statistics *conc_statistics_take(void);
void conc_statistics_drop(struct conc_statistics *all);
void conc_statistics_put_metrics(FILE *to, const struct conc_statistics *all);

#endif
