/* SPDX-License-Identifier: MIT */
/* Token positions for preprocessors that do not tell them (clang): what the author wrote, laid
 * beside what came out. */
#ifndef CONCC_ALIGN_H
#define CONCC_ALIGN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "source.h"

struct analysis;
struct align;

struct align *align_new(struct analysis *analysis);
/* Takes note of a #define or #undef that -dD printed; it starts at `at`. */
void align_definition(struct align *align, const char *at, const char *end);

/* The newest token of the table came out while `owner` was read. line: its physical line there if
 * it is the first token of an output line and that can be told, else 0. */
void align_token(struct align *align, int owner, const struct source_lines *lines, uint32_t line);
/* Fills the last positions in and frees align. */
void align_finish(struct align *align);

#endif
