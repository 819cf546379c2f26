/* SPDX-License-Identifier: MIT */
/* One input in C on its way through the driver, and the driver's state. Only for the driver's own
 * files: prepare.c translates, compile.c compiles lowered text, driver.c does the rest. */
#ifndef CONCC_JOB_H
#define CONCC_JOB_H

#include <stdio.h>

#include "source/analysis.h"
#include "source/diagnostic.h"
#include "backend.h"
#include "emit/emit.h"
#include "options.h"
#include "base/text.h"

enum fate { FATE_LEFT, FATE_LOWERED, FATE_COMPILED, FATE_FAILED };

/* header_stamp.c: headers that change after concc read them and before the back end does: what was
 * found in one version would be compiled with the other. */
struct header_stamps {
	struct header_stamp *list;
	int count;
};
struct edits;
struct timespec;

/* Remembers the files of an analysis. */
void header_stamps_take(struct header_stamps *stamps, const struct analysis *analysis);
void header_stamps_free(struct header_stamps *stamps);
/* Returns a file whose text has changed, or null. *touched: a file that was rewritten with the same
 * text, and may have had another meanwhile, or null. Each call reports changes since the last. */
const char *header_stamps_changed(struct header_stamps *stamps, const char **touched);
/* Returns a file that may have changed since `start` and is not as in `before`, or null. */
const char *header_stamps_unsettled(const struct header_stamps *stamps,
                                    const struct header_stamps *before,
                                    const struct timespec *start);

/* dialect_probe.c: does preprocessed text contain dialect? Needs no places of tokens, no types and
 * mostly no parse. text: the preprocessor's output, NUL-terminated; its directives are blanked.
 * forced: translate the unit even if it does not include conc.h. Returns false if there is no
 * dialect, true if perhaps. */
bool dialect_probe(char *text, size_t length, bool forced);

/* include_scan.c: can this unit include conc.h at all? SCAN_PERHAPS: no conc.h seen, but not
 * everything could be followed. standard_input: its text, if it was read. */
enum include_scan { SCAN_NOT, SCAN_PERHAPS, SCAN_NAMED };
enum include_scan include_scan(const struct options *options, const char *name,
                               const struct text *standard_input);

/* help.c: prints about itself. topic: --help, --conc-version, --conc-identity, --show-compile-flags
 * or --show-link-flags. Returns the exit status. */
int help_show(const char *topic, const struct options *options, const struct backend *backend);

/* help.c: the identity is what compiler caches must know and cannot see: the translator, the
 * headers of libconc and the C compiler that make an object. Must the output of -E contain it for a
 * unit without dialect, too? */
bool identity_is_wanted(void);
/* Prints the lines that end the output of -E. */
void identity_mark(FILE *file, const struct backend *backend);

/* One input in C. */
struct job {
	const struct option *input;
	enum fate fate;
	const char *object;       /* its object in a link */
	int status;               /* of the run that failed */
	int preprocessor_status;  /* of a failed run, though the unit goes to the back end */
	struct text errors;       /* the preprocessor's messages */
	struct text amended;      /* the main file with macros that pragmas define, or empty */
	const char *dependencies; /* the file of dependencies to be printed, or null */
	struct analysis analysis;
	struct header_stamps stamps; /* of the files that analysis was made from */
	struct lowered lowered;
};

struct driver {
	struct options options;
	struct backend backend;
	struct job *jobs;
	size_t job_count;
	struct text standard_input; /* no bytes: it was not read */
	bool analysis_form;         /* -E of a unit that may be dialect */
};

/* prepare.c: preprocesses the input and, if it is dialect, translates it; sets its fate. */
void job_prepare(struct driver *driver, struct job *job);
/* prepare.c: adds the options for a dependency file: `file` or, if null, the name that gcc would
 * use. */
void job_depend(const struct driver *driver, const struct option *input, const char *file,
                struct command *command);
/* compile.c: for a link, compiles the units without dialect, too. */
void job_compile_left(struct driver *driver);
/* compile.c: runs the back end on all lowered units. */
void job_compile_all(struct driver *driver);
/* forgotten.c: is there dialect in a unit left to the back end? say: print a note. */
bool job_forgot_header(const struct job *job, bool say);
/* ask.c: the unit has C errors, and edits make plain C of it: replaces their messages by the back
 * end's, if it has any. */
void job_ask_compiler(const struct driver *driver, const struct job *job, const struct edits *edits,
                      const struct diagnostic_options *options, struct diagnostics *diagnostics);
/* test_schedules.c: concc --test-schedules=N prog.c -- arguments. Builds a program for seeded
 * schedules and explores it; returns the exit status. */
int test_schedules(const struct options *options, int count, char **arguments);
/* summaries.c: appends directives that put the summaries of a unit into its object. */
void summaries_add(struct text *text, const struct text *summaries);
/* summaries.c: reads those of the units from what was linked, and warns about data that they share.
 * Returns the exit status; after errors the output is removed. */
int summaries_check(const struct driver *driver);
/* options.c: reads the options that apply to concc's diagnostics as well as to the back
 * end's. The caller frees the switches. */
struct diagnostic_options warning_options_read(const struct options *options);
/* compile.c: the text to be compiled. */
const struct text *lowered_text(const struct lowered *lowered);
/* compile.c: add the author's folder for quoted includes; the user's options; and the map from path
 * to the author's name. */
void job_quote_folder(struct command *command, const char *name);
void job_compile_options(const struct options *options, const struct lowered *lowered,
                         struct command *command);
void job_map(const struct driver *driver, struct command *command, const char *path,
             const char *name);
/* compile.c: returns the job's output, a new temporary file for a link; null: it has none. */
char *job_output(const struct driver *driver, const struct job *job);

/* job.c: names. Functions that return char * return heap copies. */
char *job_stem(const char *path);                 /* path without its suffix */
char *job_unit(const struct option *input);       /* base name of the unit without its suffix */
const char *job_name(const struct option *input); /* its name in diagnostics */
/* Returns the prefix of all by-products (gcc's -dumpdir); "" if it is the unit's name. */
char *job_folder(const struct driver *driver);
/* Returns gcc's -dumpbase for a unit. */
char *job_dump_base(const struct driver *driver, const struct option *input);
/* The name of a unit's by-products, without suffix. */
char *job_product(const struct driver *driver, const struct option *input);
/* Hides the variables that make each run of gcc write dependencies, since only one of our runs may
 * see them, or brings them back. */
void job_hide_variables(bool hide);
bool job_links(const struct driver *driver); /* gcc names by-products as in a link */
/* Do mode, -dumpdir and -dumpbase alone determine the names of by-products? */
bool job_names_all(const struct driver *driver);

#endif
