/* SPDX-License-Identifier: MIT */
/* A cheap look: can this unit include conc.h at all? */
#ifndef CONCC_REACH_H
#define CONCC_REACH_H

#include <stdbool.h>
#include <stddef.h>

struct options;

/* False only if conc.h cannot be reached. text: of standard input, or null. */
bool reach_conc_header(const struct options *options, const char *name, const char *text,
                       size_t length);

#endif
