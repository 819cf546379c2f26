/* SPDX-License-Identifier: MIT */
/* The lowered unit: the edits made in the author's own text, or in the analysis text if a construct
 * came out of a macro. */
#ifndef CONCC_EMIT_H
#define CONCC_EMIT_H

#include "base/text.h"

struct analysis;
struct edits;

struct lowered {
	struct text text;
	struct text aligned;   /* the same for the compiler: keeps the author's columns; not if
	                        * pretty */
	struct text uses;      /* declarations that use definitions of headers */
	struct text summaries; /* for the object: driver/summaries.c */
	const char *commanded; /* the first -include file that is in the text, with all after it */
	bool preprocessed;     /* the macro fallback: compile without preprocessing again */
	const char *reason;    /* why the fallback was taken, for -v and the tests; or null */
};

/* Never fails: edits that have no place in the author's text are made in the analysis text.
 * pedantic: the compiler would warn about extensions. pretty: for a reader (pretty.c). */
struct lowered emit_unit(const struct analysis *analysis, const struct edits *edits, bool pedantic,
                         bool pretty);

/* preprocessed.c: adds to preprocessed text the parts of the real conc.h that lowered code needs.
 * text was preprocessed with the short form of conc.h. real is what the preprocessor printed for
 * `#include <conc.h>` alone, with all macro definitions (-dD). The result must be preprocessed once
 * more. */
struct text preprocessed_text(const struct text *text, const struct text *real);

/* Cuts off the preprocessor's output before the first line marker of `input`, its input. */
void preprocessed_trim(struct text *text, const struct text *input);

#endif
