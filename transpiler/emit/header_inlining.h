/* SPDX-License-Identifier: MIT */
/* Finds the #include directives that the text of their file replaces, and rewrites the others. */
#ifndef CONCC_HEADER_INLINING_H
#define CONCC_HEADER_INLINING_H

#include "source/analysis.h"
#include "source/inclusion.h"
#include "placement.h"
#include "source/source.h"

enum directive_edit_kind {
	DIRECTIVE_FILE,    /* `child` replaces the directive's lines */
	DIRECTIVE_NAME,    /* `text` and a line break replace them */
	DIRECTIVE_NOTHING, /* they become empty */
};

/* A change of directive lines start..end (with their line breaks) of an inclusion's text. */
struct directive_edit {
	enum directive_edit_kind kind;
	uint32_t start, end;
	int child;
	char *text;
};

struct header_inlining {
	const struct analysis *analysis;
	const struct inclusions *inclusions;
	int *files;                 /* source of each inclusion, NO_FILE without text */
	bool *inlined;              /* of each inclusion */
	struct source_lines *lines; /* of each source, as needed */
	char *reason;               /* why it is impossible, or null */
};

void header_inlining_find(struct header_inlining *inlining, const struct analysis *analysis,
                          const struct inclusions *inclusions, const struct placement *placement);
void header_inlining_free(struct header_inlining *inlining);

/* Returns the directive for a file that the command line includes, else null. Heap copy. */
char *header_inlining_commanded(const struct header_inlining *inlining, int inclusion);

/* Finds the directives of one inclusion that change, by place. The caller owns list and texts. */
size_t header_inlining_edits(struct header_inlining *inlining, int inclusion,
                             struct directive_edit **list);

#endif
