/* SPDX-License-Identifier: MIT */
/* For each byte of the author's files: which tokens came from it, and where macros are called. */
#ifndef CONCC_PROVENANCE_H
#define CONCC_PROVENANCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "source/analysis.h"
#include "source/inclusion.h"
#include "source/macro_call.h"

/* One inclusion of a file. */
struct file_map {
	const struct source *source; /* null: no such file, nothing is in place */
	int file;
	unsigned char *copies; /* per byte of the text: number of tokens in place from it */
	struct macro_calls calls;
};

struct provenance {
	const struct analysis *analysis;
	const struct inclusions *inclusions;
	struct file_map *files; /* of each inclusion; surveyed at first use */
	bool *surveyed;
};

void provenance_init(struct provenance *provenance, const struct analysis *analysis,
                     const struct inclusions *inclusions);
void provenance_fini(struct provenance *provenance);

int provenance_owner(const struct provenance *provenance, size_t token);
const struct file_map *provenance_file(struct provenance *provenance, int inclusion);
/* Returns how many tokens came from this token's place; 0 if it is not in place. */
unsigned provenance_copies(struct provenance *provenance, size_t token);
/* Is it in place, once, and not part of a macro call? */
bool provenance_is_plain(struct provenance *provenance, size_t token);
/* Returns the end of the token in the author's text. */
uint32_t provenance_end(const struct provenance *provenance, size_t token);

#endif
