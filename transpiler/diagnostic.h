/* SPDX-License-Identifier: MIT */
/* Errors, warnings and notes in the C compiler's form: collected during the passes, printed at the
 * end in source order, each with its source line and a caret range. */
#ifndef CONCC_DIAGNOSTIC_H
#define CONCC_DIAGNOSTIC_H

#include <stdbool.h>
#include <stddef.h>

struct analysis;
struct place;

enum severity { SEVERITY_ERROR, SEVERITY_WARNING, SEVERITY_NOTE, SEVERITY_FATAL };

struct diagnostics;

/* Switches of the command line that concern our own diagnostics. */
struct diagnostic_options {
	bool werror, fatal_errors, no_warnings, color;
	bool no_caret, no_option, no_column; /* -fno-diagnostics-show-caret … */
	bool json;                           /* -fdiagnostics-format=json */
	int most_errors;                     /* -fmax-errors=; 0: any number */
	const char *const
	        *switches; /* all -W… options in order ("-Wno-conc-x", "-Werror=conc-x") */
	int switch_count;
};

struct diagnostics *diagnostics_new(const struct analysis *analysis,
                                    const struct diagnostic_options *options);
void diagnostics_free(struct diagnostics *diagnostics);

/* start..end: the range in the analysis text that the caret underlines (end exclusive).
 * A note belongs to the error or warning reported before it (also when that was suppressed).
 * option: name of the warning's switch without "-W" (a message ends in [-Wname]), null for errors.
 */
void diagnose(struct diagnostics *diagnostics, enum severity severity, const char *option,
              size_t start, size_t end, const char *format, ...)
        __attribute__((format(printf, 6, 7)));

/* An error in the C compiler's words. Errors of the back end's own at these places are better. */
void diagnose_compiler(struct diagnostics *diagnostics, size_t start, size_t end,
                       const char *format, ...) __attribute__((format(printf, 4, 5)));
/* Is there one that the reader finds on this line of the file? */
bool diagnostics_compiler_has(const struct diagnostics *diagnostics, const char *file,
                              unsigned line);
int diagnostics_compiler_count(const struct diagnostics *diagnostics);
/* They were printed. */
void diagnostics_forget_compiler(struct diagnostics *diagnostics);
/* Is there an error that begins at start? */
bool diagnostics_has(const struct diagnostics *diagnostics, size_t start);
/* Takes back our own errors that begin in start..end. */
void diagnostics_drop(struct diagnostics *diagnostics, size_t start, size_t end);

/* The same without a place in the analysis text (the driver's own messages): "concc: error: …". */
void diagnose_plain(enum severity severity, const char *format, ...)
        __attribute__((format(printf, 2, 3)));

/* The column that a message has for the place: as on the screen, from 1. */
size_t diagnostic_column(const struct place *place);

int diagnostics_error_count(const struct diagnostics *diagnostics);
/* To stderr, in order of place; each error once (same place and text). */
void diagnostics_print(const struct diagnostics *diagnostics);

#endif
