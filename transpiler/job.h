/* SPDX-License-Identifier: MIT */
/* One input in C on its way through the driver, and the driver's state. Only for the driver's own
 * files: prepare.c translates, compile.c compiles what was lowered, driver.c does the rest. */
#ifndef CONCC_JOB_H
#define CONCC_JOB_H

#include <stdbool.h>
#include <stddef.h>

#include "analysis.h"
#include "backend.h"
#include "driver.h"
#include "emit.h"
#include "options.h"
#include "text.h"
#include "watch.h"

enum fate { FATE_LEFT, FATE_LOWERED, FATE_COMPILED, FATE_FAILED };

/* One input in C. */
struct job {
	const struct option *input;
	enum fate fate;
	const char *object;       /* what stands for it in a link */
	int status;               /* of the run that failed */
	int preprocessor_status;  /* of a preprocessor that failed, and yet its text was translated
	                           */
	struct text errors;       /* what the preprocessor said */
	struct text amended;      /* the main file with macros that pragmas define, or empty */
	const char *dependencies; /* the file of those that are to be printed, or null */
	struct analysis analysis;
	struct watch watch; /* of the files it was made from */
	struct lowered lowered;
};

struct driver {
	struct options options;
	struct backend backend;
	driver_passes *passes;
	struct job *jobs;
	size_t job_count;
	char *standard_input;
	size_t standard_input_length;
	bool analysis_form; /* -E of what may be dialect */
};

/* prepare.c: preprocesses the input and, if it is dialect, translates it; sets its fate. */
void job_prepare(struct driver *driver, struct job *job);
/* prepare.c: adds the options for a dependency file, which is named as gcc would; into `file`, if
 * that is not null. */
void job_depend(const struct driver *driver, const struct option *input, const char *file,
                struct command *command);
/* compile.c: makes objects of all that were left in a link, too. */
void job_compile_left(struct driver *driver);
/* compile.c: runs the back end on all that were lowered. */
void job_compile_all(struct driver *driver);
/* forgotten.c: is there dialect in a unit that was left to the back end? */
bool job_forgot_header(const struct job *job, bool say);
/* ask.c: see struct unit_work. */
bool job_ask_compiler(const struct unit_work *work, const struct lowered *plain,
                      const struct diagnostics *diagnostics);
/* compile.c: quoted includes are looked for beside the author's file; the user's options; and the
 * author's name for a file at path. */
void job_quote_folder(struct command *command, const char *name);
void job_compile_options(const struct options *options, const struct lowered *lowered,
                         struct command *command);
void job_map(const struct driver *driver, struct command *command, const char *path,
             const char *name);
/* compile.c: what the compilation of the job writes; null: nothing. For a link a fresh temporary
 * file. */
char *job_output(const struct driver *driver, const struct job *job);

/* job.c: names. Those that return char * return heap copies. */
const char *job_base(const char *path);
char *job_stem(const char *path);                 /* path without its suffix */
char *job_unit(const struct option *input);       /* base name of the unit without its suffix */
const char *job_name(const struct option *input); /* what diagnostics call it */
/* What the by-products of all units start with, -dumpdir for gcc; "" if with the unit's name. */
char *job_folder(const struct driver *driver);
/* What gcc's -dumpbase is for a unit. */
char *job_dump_base(const struct driver *driver, const struct option *input);
/* What those of one unit are called, without suffix, and its dependency file. */
char *job_product(const struct driver *driver, const struct option *input);
char *job_dependencies(const struct driver *driver, const struct option *input);
/* What makes each run of gcc write dependencies is for one of ours only. */
struct hidden {
	char *values[2];
};
void job_hide_variables(struct hidden *hidden);
void job_restore_variables(struct hidden *hidden);
bool job_links(const struct driver *driver); /* gcc names by-products as in a link */
/* The user's -dumpdir and -dumpbase are all that need be said. */
bool job_names_all(const struct driver *driver);
const char *job_suffix(const struct driver *driver); /* of what is compiled: o or s */

#endif
