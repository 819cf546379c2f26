/* SPDX-License-Identifier: MIT */
/* A unit that the parser could not read, by its tokens: what is wrong with its constructs, and
 * plain C of the same shape. */
#ifndef CONCC_TOKEN_READER_H
#define CONCC_TOKEN_READER_H

#include <stddef.h>

struct unit;

/* Stretches of the analysis text that an error of ours covers. */
struct spans {
	struct span {
		size_t start, end;
	} * list; /* the caller's to free */
	size_t count;
};

/* Reports constructs that are not whole; unit->shadow becomes the plain C. */
void tokens_read(struct unit *unit, struct spans *spoken);

#endif
