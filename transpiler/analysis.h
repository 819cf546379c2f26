/* SPDX-License-Identifier: MIT */
/* The analysis text: what the back end's preprocessor prints, and where each of its tokens came
 * from.
 *
 * Two texts of the same length share all offsets: `text` keeps the line markers (libclang wants
 * them), `blank` has them overwritten with spaces (the parser wants that). Every offset in the
 * transpiler is an offset into these two. The token table maps offsets back to the author's files.
 */
#ifndef CONCC_ANALYSIS_H
#define CONCC_ANALYSIS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { NO_FILE = -1 };

/* A file that took part in the translation unit, as the line markers name it. */
struct source {
	char *name; /* as in the markers: what diagnostics print */
	char *text; /* contents as on disk, or null if it could not be read */
	size_t length;
	bool system;  /* entered with marker flag 3 */
	int includer; /* index of the file whose #include first brought it in, or NO_FILE */
	uint32_t include_line; /* physical line of that #include in the includer, 1-based */
};

/* One preprocessing token of the analysis text. */
struct token {
	uint32_t offset, length; /* in the analysis text, where it has its primary spelling */
	int file;                /* index into sources, or NO_FILE (builtin, pasted, unknown) */
	uint32_t line, column;   /* presumed position of the spelling, 1-based, bytes */
	uint32_t source_offset;  /* byte offset of the spelling in that file's text */
	uint32_t source_length;  /* of a token in place */
	bool in_place;           /* written at source_offset outside any directive and not out of a
	                            macro's body: an edit there is an edit of this token alone */
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

/* The token that covers offset, or the next one behind it; null behind the last. */
const struct token *analysis_token_at(const struct analysis *analysis, size_t offset);
/* The last token that ends at or before offset; null before the first. */
const struct token *analysis_token_before(const struct analysis *analysis, size_t offset);

/* Where a person looks for offset: file, line and column of its token, for a token out of a macro's
 * body the place where the macro is used. */
struct place {
	const char *file;
	uint32_t line, column; /* 1-based; 0 unknown */
	const char *line_text; /* start of the source line in the file's text, or null */
	size_t line_length;
	bool system;
};
struct place analysis_place(const struct analysis *analysis, size_t offset);

#endif
