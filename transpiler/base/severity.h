/* SPDX-License-Identifier: MIT */
/* The severities of messages, and messages without a place in a unit. */
#ifndef CONCC_SEVERITY_H
#define CONCC_SEVERITY_H

#include <stdbool.h>

enum severity { SEVERITY_ERROR, SEVERITY_WARNING, SEVERITY_NOTE, SEVERITY_FATAL };

/* "error" */
const char *severity_word(enum severity severity);
/* Escape sequences for a terminal: before text in the severity's colour, before bold text, after
 * both; "" if !color. */
const char *severity_color(bool color, enum severity severity);
const char *color_bold(bool color);
const char *color_off(bool color);

/* The driver's own messages, to stderr: "concc: error: …". */
void diagnose_plain(enum severity severity, const char *format, ...)
        __attribute__((format(printf, 2, 3)));

#endif
