/* SPDX-License-Identifier: MIT */
/* concc --clangd: clangd for an editor, which sees plain C in place of the dialect. */
#ifndef CONCC_LANGUAGE_SERVER_H
#define CONCC_LANGUAGE_SERVER_H

#include "base/text.h"

/* Runs clangd with the arguments (a null-terminated list) until one side ends. Returns the exit
 * status. */
int language_server(char *const *arguments);

/* overlay.c: appends the text to out, with its dialect overwritten by C of the same length, and
 * with some additions at ends of lines: all other text keeps its line and column. It uses the
 * macros of conc/clangd.h. It is no translation: only names, types and scopes are right. */
void overlay(const char *text, size_t length, struct text *out);

#endif
