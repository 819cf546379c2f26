/* SPDX-License-Identifier: MIT */
/* Makes the analysis text and its token table from the output of the back end's preprocessor. */
#ifndef CONCC_PREPROCESS_H
#define CONCC_PREPROCESS_H

#include "analysis.h"
#include "base/text.h"

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

#endif
