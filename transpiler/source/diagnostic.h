/* SPDX-License-Identifier: MIT */
/* Errors, warnings and notes in the C compiler's form. They are collected during the passes and
 * printed at the end in source order, each with its source line and a caret range. */
#ifndef CONCC_DIAGNOSTIC_H
#define CONCC_DIAGNOSTIC_H

#include <stdbool.h>
#include <stddef.h>

#include "base/severity.h"

struct analysis;
struct place;

struct diagnostics;

/* The command line's options for our own diagnostics. */
struct diagnostic_options {
	bool werror, fatal_errors, no_warnings, color;
	bool safe;                           /* -fconc-safe: warnings about data are errors */
	bool no_caret, no_option, no_column; /* -fno-diagnostics-show-caret … */
	bool json;                           /* -fdiagnostics-format=json */
	bool fixes;                          /* -fdiagnostics-parseable-fixits */
	int most_errors;                     /* -fmax-errors=; 0: no limit */
	const char **switches; /* all -W… options in order ("-Wno-conc-x", "-Werror=conc-x") */
	int switch_count;
};

struct diagnostics *diagnostics_new(const struct analysis *analysis,
                                    const struct diagnostic_options *options);
void diagnostics_free(struct diagnostics *diagnostics);

/* start..end: the range of the analysis text that the caret underlines (end exclusive). A note
 * belongs to the error or warning reported before it, even if that was suppressed. option: name of
 * the warning's option without "-W" (the message ends in [-Wname]), null for errors. Returns false,
 * so that a check can return it. */
bool diagnose(struct diagnostics *diagnostics, enum severity severity, const char *option,
              size_t start, size_t end, const char *format, ...)
        __attribute__((format(printf, 6, 7)));

/* A repair for the message that was reported last: the text in place of start..end of the analysis
 * text, or before start if they are equal. There is none where a macro made one of the tokens. */
void diagnose_fix(struct diagnostics *diagnostics, size_t start, size_t end, const char *format,
                  ...) __attribute__((format(printf, 4, 5)));

/* Warnings about data that begin in start..end are not reported. */
void diagnostics_waive(struct diagnostics *diagnostics, size_t start, size_t end);

/* An error in the C compiler's words. The back end's own errors at such places are better. */
void diagnose_compiler(struct diagnostics *diagnostics, size_t start, size_t end,
                       const char *format, ...) __attribute__((format(printf, 4, 5)));
/* Is there such an error on this line of the file, as the reader sees it? */
bool diagnostics_compiler_has(const struct diagnostics *diagnostics, const char *file,
                              unsigned line);
int diagnostics_compiler_count(const struct diagnostics *diagnostics);
/* Is there an error that begins at start? */
bool diagnostics_has(const struct diagnostics *diagnostics, size_t start);
/* Does a warning of this option, or a note to one, begin at start? */
bool diagnostics_warned(const struct diagnostics *diagnostics, const char *option, size_t start);
/* Removes the errors that begin in start..end, with their notes: those in the compiler's words, or
 * our own. */
void diagnostics_drop(struct diagnostics *diagnostics, bool compiler, size_t start, size_t end);

/* The column that a message shows for the place: as on the screen, from 1. */
size_t diagnostic_column(const struct place *place);
/* The number of bytes of the place's line that start..end of the analysis text cover. */
size_t diagnostic_covered(const struct analysis *analysis, size_t start, size_t end,
                          const struct place *place);

int diagnostics_error_count(const struct diagnostics *diagnostics);
/* Prints to stderr in order of place. Each error (same place and text) is printed once. */
void diagnostics_print(const struct diagnostics *diagnostics);

#endif
