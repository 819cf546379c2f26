/* SPDX-License-Identifier: MIT */
/* Token positions for a preprocessor that does not print them (clang): compares the author's text
 * with the output. */
#ifndef CONCC_ALIGN_H
#define CONCC_ALIGN_H

#include "source.h"

struct analysis;
struct align;

struct align *align_new(struct analysis *analysis);
/* Notes a #define or #undef that -dD printed. It starts at `at`. */
void align_definition(struct align *align, const char *at, const char *end);

/* The newest token of the table was printed while `owner` was read. line: its physical line there
 * if it is known and the token is the first of an output line, else 0. */
void align_token(struct align *align, int owner, const struct source_lines *lines, uint32_t line);
/* Fills in the last positions and frees align. */
void align_finish(struct align *align);

#endif
