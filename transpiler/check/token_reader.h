/* SPDX-License-Identifier: MIT */
/* Reads a unit that the parser could not parse, from its tokens: reports the errors in its
 * constructs and replaces the constructs by plain C of the same shape. */
#ifndef CONCC_TOKEN_READER_H
#define CONCC_TOKEN_READER_H

#include <stddef.h>

struct unit;

/* Ranges of the analysis text, each covered by an error that concc has reported. */
struct spans {
	struct span {
		size_t start, end;
	} * list; /* the caller frees it */
	size_t count;
};

/* Reports incomplete constructs and sets unit->shadow to the edits that make the unit plain C.
 * spoken receives the ranges that these errors cover. */
void tokens_read(struct unit *unit, struct spans *spoken);

#endif
