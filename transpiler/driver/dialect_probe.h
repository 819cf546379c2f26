/* SPDX-License-Identifier: MIT */
/* Does preprocessed text contain dialect? Needs no places of tokens, no types and mostly no
 * parse. */
#ifndef CONCC_DIALECT_PROBE_H
#define CONCC_DIALECT_PROBE_H

#include <stdbool.h>
#include <stddef.h>

/* text: the preprocessor's output, NUL-terminated; its directives are blanked. forced: translate
 * the unit even if it does not include conc.h. Returns false if there is no dialect, true if
 * perhaps. */
bool dialect_probe(char *text, size_t length, bool forced);

struct options;

/* include_scan.c: can this unit include conc.h at all? SCAN_PERHAPS: no conc.h seen, but not
 * everything could be followed. */
enum include_scan { SCAN_NOT, SCAN_PERHAPS, SCAN_NAMED };

/* text: the text of standard input, or null. */
enum include_scan include_scan(const struct options *options, const char *name, const char *text,
                               size_t length);

#endif
