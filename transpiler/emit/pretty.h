/* SPDX-License-Identifier: MIT */
/* The layout of --emit-c=pretty: what an edit added stands on lines of its own. */
#ifndef CONCC_PRETTY_H
#define CONCC_PRETTY_H

#include "base/text.h"
#include "placement.h"
#include "provenance.h"

/* A stretch of the lowered text from `out` to the next stretch. */
struct stretch {
	size_t out;
	bool ours;       /* the text of an edit */
	bool file_scope; /* of ours: outside of all braces */
	uint32_t line;   /* of ours: its presumed line; 0: unknown */
	int inclusion;   /* whose text it is or stands in; -1: a directive of emit.c */
	uint32_t source; /* its place there */
};

struct pretty {
	struct provenance *provenance;
	struct stretch *list;
	size_t count, room;
	unsigned *depth; /* of braces before each token of the analysis text */
};

void pretty_init(struct pretty *pretty, struct provenance *provenance);
void pretty_free(struct pretty *pretty);

/* The author's text from `source` on is written at `out`; inclusion -1: directives without edits.
 */
void pretty_author(struct pretty *pretty, int inclusion, uint32_t source, size_t out);
/* The text of an edit is written at `out`. */
void pretty_edit(struct pretty *pretty, const struct placed *placed, size_t out);

/* Returns the lowered text in the pretty layout. */
struct text pretty_text(const struct pretty *pretty, const struct text *lowered);

#endif
