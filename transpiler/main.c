/* SPDX-License-Identifier: MIT */
/* concc: the Conc dialect of C in, plain GNU C out, compiled at once.
 *
 *     bank.c --preprocess--> analysis text --syntax, types, checks, lowering--> edits --emit--> C
 * --cc--> bank.o
 *
 * The driver runs the back end's preprocessor, hands every unit that includes conc.h to the passes
 * below, and runs the back end on what they make of it. All other input goes to the back end as it
 * is. */
#include <string.h>

#include "driver.h"
#include "edit.h"
#include "language_server.h"
#include "translate.h"

static bool run_passes(struct unit_work *work)
{
	struct diagnostics *diagnostics =
	        diagnostics_new(work->analysis, &work->diagnostic_options);
	struct edits edits = {0};
	enum translation translation = translate(work->analysis, diagnostics, &edits,
	                                         work->settings, work->guard, &work->lowered.text);
	diagnostics_print(diagnostics);
	bool good = translation != TRANSLATION_FAILED && !diagnostics_error_count(diagnostics);
	work->untouched = translation == TRANSLATION_UNTOUCHED;
	if (work->guard) good = good && work->lowered.text.length;
	else if (good && !work->untouched && !work->settings->report)
		work->lowered = emit_unit(work->analysis, &edits, work->pedantic);
	edits_free(&edits);
	diagnostics_free(diagnostics);
	return good;
}

int main(int count, char **arguments)
{
	if (count > 1 && !strcmp(arguments[1], "--clangd")) return language_server(arguments + 2);
	return driver_run(count, arguments, run_passes);
}
