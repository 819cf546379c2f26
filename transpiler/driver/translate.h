/* SPDX-License-Identifier: MIT */
/* The pipeline between preprocessing and emission: syntax, types, checks, lowering. */
#ifndef CONCC_TRANSLATE_H
#define CONCC_TRANSLATE_H

#include "base/edit.h"

struct analysis;
struct settings;
struct diagnostics;
struct text;
struct unit;

enum translation {
	TRANSLATION_UNTOUCHED, /* no dialect: the back end compiles the author's file as it is */
	TRANSLATION_LOWERED,   /* edits holds the lowering */
	TRANSLATION_FAILED,    /* diagnostics holds an error. If there are C errors, edits make
	                        * plain C with the same errors. */
};

/* uses: gets declarations that use the constants of headers, or null. summaries: gets what other
 * units must know (-fconc-summaries), or null. header: gets the report (settings->report) or the
 * header of --emit-header, whose include guard is guard; guard is null otherwise. */
enum translation translate(const struct analysis *analysis, struct diagnostics *diagnostics,
                           struct edits *edits, const struct settings *settings, const char *guard,
                           struct text *header, struct text *uses, struct text *summaries);

/* plain_header.c: writes what plain C needs to send to the actors of a unit: the header for the
 * receives of the main file that are not static, or reports errors. guard: its include guard. */
void plain_header(struct unit *unit, const char *guard, struct text *out);

#endif
