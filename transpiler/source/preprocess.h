/* SPDX-License-Identifier: MIT */
/* Makes the analysis text and its token table from the output of the back end's preprocessor. */
#ifndef CONCC_PREPROCESS_H
#define CONCC_PREPROCESS_H

#include "analysis.h"
#include "base/text.h"
#include "source.h"

enum preprocess_form {
	PREPROCESS_RECORDS, /* gcc -E -fdebug-cpp: a location record before each token */
	PREPROCESS_MACROS,  /* clang -E -dD: macro definitions between the lines */
	PREPROCESS_PLAIN,   /* a .i file: nothing is in place, edits change the text itself */
};

struct preprocess_input {
	enum preprocess_form form;
	const char *output; /* the preprocessor's output */
	size_t length;
	const char *main_name;        /* as on the command line */
	const struct text *main_text; /* of standard input; null or no bytes: read the file */
	bool forced;                  /* -fconc, .conc: dialect even without conc.h */
};

void preprocess_read(struct analysis *analysis, const struct preprocess_input *input);
void analysis_free(struct analysis *analysis);

/* Is this a name of conc.h? */
bool preprocess_is_conc_header(const char *name);

/* ---- align.c: token positions for a preprocessor that does not print them (clang) ---- */

struct align;

struct align *align_new(struct analysis *analysis);
/* Notes a #define or #undef that -dD printed. It starts at `at`. */
void align_definition(struct align *align, const char *at, const char *end);

/* The newest token of the table was printed while `owner` was read. line: its physical line there
 * if it is known and the token is the first of an output line, else 0. */
void align_token(struct align *align, int owner, const struct source_lines *lines, uint32_t line);
/* Fills in the last positions and frees align. */
void align_finish(struct align *align);

/* ---- pragma_macros.c: macros that pragmas define for the compiler only ---- */

/* Is there such a pragma in preprocessed text? */
bool pragma_macros_possible(const char *text, size_t length);

/* Compiles a probe to assembly text. Returns an empty text if it cannot be compiled. */
typedef struct text pragma_macros_ask(void *context, const struct text *probe);

/* Returns the main file with definitions of the macros; empty if no macro is missing. */
struct text pragma_macros_amend(const struct analysis *analysis, pragma_macros_ask *compile,
                                void *context);

#endif
