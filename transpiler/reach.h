/* SPDX-License-Identifier: MIT */
/* A cheap look: can this unit include conc.h at all? */
#ifndef CONCC_REACH_H
#define CONCC_REACH_H

#include <stdbool.h>
#include <stddef.h>

struct options;

/* PERHAPS: its name was not seen, but not everything could be followed. */
enum reach { REACH_NOT, REACH_PERHAPS, REACH_NAMED };

/* text: of standard input, or null. */
enum reach reach_conc_header(const struct options *options, const char *name, const char *text,
                             size_t length);

#endif
