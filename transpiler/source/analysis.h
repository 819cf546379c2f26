/* SPDX-License-Identifier: MIT */
/* The analysis text: the output of the back end's preprocessor, and the origin of each of its
 * tokens.
 *
 * Two texts of the same length share all offsets. `text` keeps the line markers, for libclang;
 * `blank` has spaces in their place, for the parser. Every offset in the transpiler is an offset
 * into these two. The token table maps offsets back to the author's files. */
#ifndef CONCC_ANALYSIS_H
#define CONCC_ANALYSIS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { NO_FILE = -1 };

/* A file of the translation unit, as the line markers name it. */
struct source {
	char *name; /* as in the markers and in diagnostics */
	char *text; /* contents as on disk, or null if it could not be read */
	size_t length;
	bool system;  /* entered with marker flag 3 */
	bool libconc; /* conc/analysis.h */
	int includer; /* index of the file whose #include first brought it in, or NO_FILE */
	uint32_t include_line; /* physical line of that #include in the includer, 1-based */
};

/* One preprocessing token of the analysis text. */
struct token {
	uint32_t offset, length; /* in the analysis text, which has its primary spelling */
	int file;                /* index into sources, or NO_FILE (builtin, pasted, unknown) */
	uint32_t line, column;   /* presumed position of the spelling, 1-based, bytes */
	uint32_t source_offset;  /* byte offset of the spelling in that file's text */
	uint32_t source_length;  /* of a token in place */
	bool libconc;            /* in libconc's declarations, which the parser does not see */
	bool in_place;           /* written at source_offset, outside any directive and not in a
	                            macro's body: an edit there changes only this token */
};

struct analysis {
	char *text, *blank;
	size_t length;
	struct source *sources;
	int source_count;
	int main_file;        /* index into sources */
	struct token *tokens; /* ascending offsets */
	size_t token_count;
	bool is_dialect; /* includes conc.h, or forced */
};

/* Returns the index of the first token that ends after offset; token_count if there is none. */
size_t analysis_index_at(const struct analysis *analysis, size_t offset);
/* Returns the token that covers offset, or the next one after it; null after the last. */
const struct token *analysis_token_at(const struct analysis *analysis, size_t offset);
/* Returns the last token that ends at or before offset; null before the first. */
const struct token *analysis_token_before(const struct analysis *analysis, size_t offset);

/* Returns the index of the file with this name, or NO_FILE. */
int analysis_find_source(const struct analysis *analysis, const char *name);

/* The place of offset for a reader: file, line and column of its token. For a token from a macro's
 * body it is the place where the macro is used. */
struct place {
	const char *file;
	uint32_t line, column; /* 1-based; 0 unknown */
	const char *line_text; /* start of the source line in the file's text, or null */
	size_t line_length;
	bool system;
};
/* Is any token in place? If not (a preprocessed input), only the analysis text itself can be
 * shown. */
bool analysis_has_places(const struct analysis *analysis);
struct place analysis_place(const struct analysis *analysis, size_t offset);

#endif
