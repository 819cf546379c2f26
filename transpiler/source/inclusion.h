/* SPDX-License-Identifier: MIT */
/* The nesting of included files, from the line markers. A file included twice is two inclusions. */
#ifndef CONCC_INCLUSION_H
#define CONCC_INCLUSION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A line marker `# line "name" flags`. */
struct marker {
	uint32_t line;
	char *name; /* unescaped; owned by the caller of the parser */
	bool enter, leave, system;
};

struct inclusion {
	char *name; /* as in the markers; owned */
	int parent; /* index, -1 for the main file */
	bool system;
	bool commanded;    /* by -include: no file's text contains it */
	size_t begin, end; /* its range of the analysis text */
	uint32_t line;     /* presumed line of its #include in the parent, 0 if unknown */
	char *presumed;    /* the parent's presumed name there; owned */
};

struct inclusions {
	struct inclusion *list;
	size_t count, room;
	int current; /* while markers are being fed */
	struct cut {
		size_t offset;
		int owner; /* the current inclusion from there on */
	} * cuts;          /* ascending */
	size_t cut_count, cut_room;
};

/* Is line..end (no newline) a line marker? */
bool marker_parse(struct marker *marker, const char *line, const char *end);

void inclusions_init(struct inclusions *inclusions, const char *main_name);
/* Takes ownership of the marker's name. offset: start of the marker's line in the analysis text. */
void inclusions_feed(struct inclusions *inclusions, struct marker *marker, size_t offset);

/* Finds all inclusions in a finished analysis text. */
void inclusions_find(struct inclusions *inclusions, const char *main_name, const char *text,
                     size_t length);
/* The index of the innermost inclusion at offset. */
int inclusions_at(const struct inclusions *inclusions, size_t offset);
void inclusions_fini(struct inclusions *inclusions);

#endif
