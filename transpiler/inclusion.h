/* SPDX-License-Identifier: MIT */
/* Which file stands inside which, by the line markers. One file included twice is two inclusions.
 */
#ifndef CONCC_INCLUSION_H
#define CONCC_INCLUSION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A line marker `# line "name" flags`. */
struct marker {
	uint32_t line;
	char *name; /* unescaped; owned by whoever parsed it */
	bool enter, leave, system;
};

struct inclusion {
	char *name; /* as in the markers */
	int parent; /* index, -1 for the main file */
	bool system;
	bool commanded;       /* by -include: stands in no file's text */
	size_t begin, end;    /* its stretch of the analysis text */
	uint32_t line;        /* presumed line of its #include in the parent, 0 if unknown */
	const char *presumed; /* the parent's presumed name there */
};

struct inclusions {
	struct inclusion *list;
	size_t count, room;
	int current;  /* while markers are being fed */
	char **names; /* owns the marker names */
	size_t name_count, name_room;
	size_t *cuts; /* ascending: from cuts[i] on, owners[i] is the current inclusion */
	int *owners;
	size_t cut_count, cut_room, owner_room;
};

/* Is line..end (no newline) a line marker? */
bool marker_parse(struct marker *marker, const char *line, const char *end);

void inclusions_init(struct inclusions *inclusions, const char *main_name);
/* Takes the marker's name over. offset: where the marker's line starts in the analysis text. */
void inclusions_feed(struct inclusions *inclusions, struct marker *marker, size_t offset);
void inclusions_finish(struct inclusions *inclusions, size_t length);
/* All of them, from a finished analysis text. */
void inclusions_find(struct inclusions *inclusions, const char *main_name, const char *text,
                     size_t length);
/* The innermost inclusion at offset. */
int inclusions_at(const struct inclusions *inclusions, size_t offset);
void inclusions_fini(struct inclusions *inclusions);

#endif
