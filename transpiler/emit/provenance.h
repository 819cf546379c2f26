/* SPDX-License-Identifier: MIT */
/* For each byte of the author's files: which tokens came from it, and where macros are called. */
#ifndef CONCC_PROVENANCE_H
#define CONCC_PROVENANCE_H

#include "source/analysis.h"
#include "source/inclusion.h"

/* A call with arguments: name, parentheses and everything between. */
struct macro_call {
	uint32_t start, open, end; /* the name; its parenthesis; after the closing one */
	uint32_t line, column;     /* physical place of the closing one */
	bool outermost;
	bool becomes_string; /* an argument is also turned into a string */
};

struct macro_calls {
	struct macro_call *list; /* ascending by end; inner before outer */
	size_t count, room;
	bool renumbered; /* the text has #line directives */
};

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

/* Is the place of the file inside of the arguments of a macro that the author calls? */
bool provenance_is_in_call(struct provenance *provenance, int inclusion, uint32_t offset);

/* Is lowered text inside of the arguments of a macro of ours? */
struct our_call {
	bool at_name;   /* the last token may name such a macro */
	unsigned depth; /* of parentheses in its call */
};
/* Reads the token at..stop. Only the author's text calls macros with lower-case names:
 * conc_close(c). */
void our_call_follow(struct our_call *call, const char *at, const char *stop, bool ours);

#endif
