/* SPDX-License-Identifier: MIT */
/* What became of each byte of the author's files: which tokens came out, and where macros are
 * called. */
#ifndef CONCC_GROUND_H
#define CONCC_GROUND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "analysis.h"
#include "inclusion.h"
#include "macro_call.h"

/* One inclusion of a file. */
struct plot {
	const struct source *source; /* null: no such file, nothing is in place */
	int file;
	unsigned char *copies; /* per byte of the text: how many tokens in place came out of it */
	struct macro_calls calls;
};

struct ground {
	const struct analysis *analysis;
	const struct inclusions *inclusions;
	struct plot *plots; /* of each inclusion; surveyed when first asked for */
	bool *surveyed;
};

void ground_init(struct ground *ground, const struct analysis *analysis,
                 const struct inclusions *inclusions);
void ground_fini(struct ground *ground);

int ground_owner(const struct ground *ground, size_t token);
const struct plot *ground_plot(struct ground *ground, int inclusion);
/* How many tokens came out of this one's place; 0 if it is not in place. */
unsigned ground_copies(struct ground *ground, size_t token);
/* In place, once, and no part of a macro call. */
bool ground_is_plain(struct ground *ground, size_t token);
/* Behind the token in the author's text. */
uint32_t ground_end(const struct ground *ground, size_t token);

#endif
