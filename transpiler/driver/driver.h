/* SPDX-License-Identifier: MIT */
/* concc as CC: decides which inputs are dialect, and runs the back end for all inputs. */
#ifndef CONCC_DRIVER_H
#define CONCC_DRIVER_H

#include "source/analysis.h"
#include "source/diagnostic.h"
#include "emit/emit.h"
#include "base/settings.h"

/* One dialect unit on its way through the passes. */
struct unit_work {
	const struct analysis *analysis;
	struct diagnostic_options diagnostic_options;
	const struct settings *settings;
	const char *before;     /* printed before the first message of a failure, or null */
	const char *guard;      /* the include guard of the header that lowered gets, or null */
	struct lowered lowered; /* set by the passes if they lowered the unit */
	/* If the diagnostics have C errors, prints the back end's messages about them in plain C.
	 * Returns whether it printed any. */
	bool (*ask_compiler)(const struct unit_work *work, const struct lowered *plain,
	                     const struct diagnostics *diagnostics);
	void *driver, *job; /* the driver's own */
	bool pedantic;      /* -Wpedantic */
	bool untouched;     /* set by the passes: the unit has no dialect */
};

/* The passes, from analysis to lowered text. Prints diagnostics; false if there was an error. */
typedef bool driver_passes(struct unit_work *work);

/* Returns the exit status. */
int driver_run(int count, char **arguments, driver_passes *passes);

#endif
