/* SPDX-License-Identifier: MIT */
/* A cheap test: can this unit include conc.h at all? */
#ifndef CONCC_INCLUDE_SCAN_H
#define CONCC_INCLUDE_SCAN_H

#include <stdbool.h>
#include <stddef.h>

struct options;

/* SCAN_PERHAPS: no conc.h seen, but not everything could be followed. */
enum include_scan { SCAN_NOT, SCAN_PERHAPS, SCAN_NAMED };

/* text: the text of standard input, or null. */
enum include_scan include_scan(const struct options *options, const char *name, const char *text,
                               size_t length);

#endif
