/* SPDX-License-Identifier: MIT */
/* concc: reads the Conc dialect of C, writes plain GNU C, and compiles it at once.
 *
 *     bank.c  --preprocess-->  analysis text  --syntax, types, checks, lowering-->  edits
 *             --emit-->  C  --cc-->  bank.o
 *
 * The driver runs the back end's preprocessor, passes every unit that includes conc.h through the
 * passes below, and runs the back end on the result. All other input goes to the back end
 * unchanged. */
#include "driver/driver.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "editor/language_server.h"
#include "base/process.h"
#include "driver/translate.h"

static bool run_passes(struct unit_work *work)
{
	struct diagnostics *diagnostics =
	        diagnostics_new(work->analysis, &work->diagnostic_options);
	struct edits edits = {0};
	struct text uses = {0};
	enum translation translation =
	        translate(work->analysis, diagnostics, &edits, work->settings, work->guard,
	                  &work->lowered.text, &uses);
	bool good = translation != TRANSLATION_FAILED && !diagnostics_error_count(diagnostics);
	if (!good && work->before) fputs(work->before, stderr);
	if (diagnostics_compiler_count(diagnostics) && work->ask_compiler) {
		struct lowered plain = emit_unit(work->analysis, &edits, false, false);
		if (!plain.preprocessed && work->ask_compiler(work, &plain, diagnostics))
			diagnostics_drop(diagnostics, true, 0, SIZE_MAX); /* it printed its own */
		text_free(&plain.text);
		text_free(&plain.aligned);
	}
	diagnostics_print(diagnostics);
	work->untouched = translation == TRANSLATION_UNTOUCHED;
	if (work->guard) good = good && work->lowered.text.length;
	else if (good && !work->untouched && !work->settings->report)
		work->lowered =
		        emit_unit(work->analysis, &edits, work->pedantic, work->settings->pretty);
	work->lowered.uses = uses;
	edits_free(&edits);
	diagnostics_free(diagnostics);
	return good;
}

struct start {
	int count;
	char **arguments;
	int status;
};

static void *main_run(void *data)
{
	struct start *start = data;
	bool serves = start->count > 1 && !strcmp(start->arguments[1], "--clangd");
	start->status = serves ? language_server(start->arguments + 2)
	                       : driver_run(start->count, start->arguments, run_passes);
	return NULL;
}

int main(int count, char **arguments)
{
	struct start start = {.count = count, .arguments = arguments};
	process_on_large_stack(main_run, &start);
	return start.status;
}
