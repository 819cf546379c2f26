/* SPDX-License-Identifier: MIT */
/* The pipeline between preprocessing and emission: syntax, types, checks, lowering. */
#ifndef CONCC_TRANSLATE_H
#define CONCC_TRANSLATE_H

#include <stdbool.h>

#include "edit.h"

struct analysis;
struct settings;
struct diagnostics;
struct text;

enum translation {
	TRANSLATION_UNTOUCHED, /* no dialect in it: the back end compiles the author's file as it is
	                        */
	TRANSLATION_LOWERED,   /* edits holds the lowering */
	TRANSLATION_FAILED,    /* diagnostics holds at least one error; where some are the C compiler's,
	                        * edits make plain C of the unit, which has them too */
};

/* uses, unless null, gets header_constants.c's declarations.
 * settings->report: header gets the report.
 * guard: null, or the include guard of what --emit-header prints, which header then gets. */
enum translation translate(const struct analysis *analysis, struct diagnostics *diagnostics,
                           struct edits *edits, const struct settings *settings,
                           const char *guard, struct text *header, struct text *uses);

#endif
