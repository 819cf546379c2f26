/* SPDX-License-Identifier: MIT */
/* Plain C in the very places of dialect, for tools that know only C and look at a file while it is
 * being written. */
#ifndef CONCC_OVERLAY_H
#define CONCC_OVERLAY_H

#include <stddef.h>

#include "text.h"

/* Adds to out the text with its dialect written over by C of the same length, and by some more at
 * ends of lines: what stays has the line and the column it had. The macros that are used are those
 * of conc/clangd.h. It is no translation: only names, types and scopes are right. */
void overlay(const char *text, size_t length, struct text *out);

#endif
