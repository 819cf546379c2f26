/* SPDX-License-Identifier: MIT */
/* The lowered unit: the edits carried out in the author's own text, or, where a construct came out
 * of a macro, in the analysis text. */
#ifndef CONCC_EMIT_H
#define CONCC_EMIT_H

#include <stdbool.h>

#include "text.h"

struct analysis;
struct edits;

struct lowered {
	struct text text;
	struct text aligned; /* the same for the compiler: the author's columns are kept */
	struct text uses;    /* declarations that use what headers define */
	const char *
	        commanded; /* the first file of an -include that stands in it, with all behind it */
	bool preprocessed; /* true: the macro fallback; compile without preprocessing again */
	const char *reason; /* why the fallback was taken, for -v and the tests */
};

/* Never fails: what cannot be done in the author's text is done in the analysis text. pedantic: the
 * compiler would complain of extensions in it. */
struct lowered emit_unit(const struct analysis *analysis, const struct edits *edits, bool pedantic);

#endif
