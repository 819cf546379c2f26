/* SPDX-License-Identifier: MIT */
/* Which #include directives give way to the text of their file, and how those left must be written.
 */
#ifndef CONCC_PASTE_H
#define CONCC_PASTE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "analysis.h"
#include "inclusion.h"
#include "placement.h"
#include "source.h"

enum paste_kind {
	PASTE_FILE,    /* the directive's lines give way to inclusion `child` */
	PASTE_NAME,    /* they give way to `text` and a line break */
	PASTE_NOTHING, /* they become empty */
};

/* What happens to directive lines start..end (with their line breaks) of an inclusion's text. */
struct paste {
	enum paste_kind kind;
	uint32_t start, end;
	int child;
	char *text;
};

struct pastes {
	const struct analysis *analysis;
	const struct inclusions *inclusions;
	int *files;                 /* source of each inclusion, NO_FILE if it has no text */
	bool *pasted;               /* of each inclusion */
	struct source_lines *lines; /* of each source, as needed */
	char *reason;               /* why it cannot be done, or null */
};

void pastes_find(struct pastes *pastes, const struct analysis *analysis,
                 const struct inclusions *inclusions, const struct placement *placement);
void pastes_free(struct pastes *pastes);

/* The directive (a heap copy) for a file that the command line includes; null for others. */
char *pastes_commanded(const struct pastes *pastes, int inclusion);

/* The directives of one inclusion that change, by place; owned by the caller with their texts. */
size_t pastes_of(struct pastes *pastes, int inclusion, struct paste **list);

#endif
