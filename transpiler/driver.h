/* SPDX-License-Identifier: MIT */
/* concc as CC: which inputs are dialect, and the back end's runs for them and for all others. */
#ifndef CONCC_DRIVER_H
#define CONCC_DRIVER_H

#include <stdbool.h>

#include "analysis.h"
#include "diagnostic.h"
#include "emit.h"
#include "settings.h"

/* One dialect unit on its way through the passes. */
struct unit_work {
	const struct analysis *analysis;
	struct diagnostic_options diagnostic_options;
	const struct settings *settings;
	const char *before;     /* printed before the first message of a failure, or null */
	const char *guard;      /* null, or the include guard of the header that lowered gets */
	struct lowered lowered; /* set by the passes when they lowered it */
	/* Prints what the back end says about plain C where the diagnostics have errors of the C
	 * compiler's; false: nothing. */
	bool (*ask_compiler)(const struct unit_work *work, const struct lowered *plain,
	                     const struct diagnostics *diagnostics);
	void *driver, *job; /* the driver's own */
	bool pedantic;      /* -Wpedantic */
	bool untouched;     /* set by the passes: no dialect in it */
};

/* The passes, from analysis to lowered text. Prints diagnostics; false if there was an error. */
typedef bool driver_passes(struct unit_work *work);

/* Returns the exit status. */
int driver_run(int count, char **arguments, driver_passes *passes);

#endif
