/* SPDX-License-Identifier: MIT */
/* Token positions for preprocessors that do not tell them (clang): what the author wrote, laid beside
 * what came out. */
#ifndef CONCC_ALIGN_H
#define CONCC_ALIGN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct analysis;
struct align;

struct align *align_new(struct analysis *analysis);
/* Is the line at..end (it starts with #) a #define or #undef that -dD printed? Takes note of it. */
bool align_definition(struct align *align, const char *at, const char *end);
/* The token with this index came out on presumed line `line` of `file`, while source `owner` was read. */
void align_token(struct align *align, size_t token, int file, int owner, uint32_t line);
/* Fills the positions in and frees align. */
void align_finish(struct align *align);

#endif
