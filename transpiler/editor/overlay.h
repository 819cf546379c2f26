/* SPDX-License-Identifier: MIT */
/* Plain C in the place of dialect, for tools that know only C and read a file while it is being
 * written. */
#ifndef CONCC_OVERLAY_H
#define CONCC_OVERLAY_H

#include <stddef.h>

#include "base/text.h"

/* Appends the text to out, with its dialect overwritten by C of the same length, and with some
 * additions at ends of lines: all other text keeps its line and column. It uses the macros of
 * conc/clangd.h. It is no translation: only names, types and scopes are right. */
void overlay(const char *text, size_t length, struct text *out);

#endif
