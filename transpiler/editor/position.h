/* SPDX-License-Identifier: MIT */
/* Places as the Language Server Protocol has them: a line and a number of UTF-16 units, from 0. */
#ifndef CONCC_POSITION_H
#define CONCC_POSITION_H

#include "base/text.h"

struct position {
	unsigned line, units;
};

/* The UTF-16 units of a piece of UTF-8. */
unsigned position_units(const char *at, const char *end);
struct position position_of(const struct text *text, size_t offset);
/* Returns the offset in the text; its end for a place behind it. */
size_t position_offset(const struct text *text, struct position position);
/* Reads "line" and "character" of an object of JSON. */
struct position position_read(const char *json);
/* Appends "start":{…},"end":{…} in braces, for a piece of the text. */
void position_range(struct text *out, const struct text *text, size_t start, size_t end);

#endif
