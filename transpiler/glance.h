/* SPDX-License-Identifier: MIT */
/* Does preprocessed text hold dialect at all? Answers without the places of tokens, without types
 * and, for most C, without a parse. */
#ifndef CONCC_GLANCE_H
#define CONCC_GLANCE_H

#include <stdbool.h>
#include <stddef.h>

/* text: what the preprocessor printed, NUL-terminated; its directives are blanked. forced: the unit
 * is to be translated even if it does not include conc.h. False: there is none. True: perhaps. */
bool glance(char *text, size_t length, bool forced);

#endif
