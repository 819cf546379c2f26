/* SPDX-License-Identifier: MIT */
/* Runs the back end on a plain C form of the unit and prints its messages about lines where the
 * passes found a C error. Its other errors are about the text in the place of constructs.
 *
 *     bank.c: In function 'f':                           about the next message
 *     bank.c:3:9: error: expected ';' before 'return'    a message, its place
 *         3 |         n++                                indented lines are part of it
 *     n++                                                a line of the source: clang before 16 does
 *        ^                                               not indent it
 */
#define _GNU_SOURCE
#include "job.h"

#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/process.h"

/* ---- its messages ---- */

static char *ask_bare(const char *line, size_t length)
{
	struct text text = {0};
	for (const char *at = line, *end = line + length; at < end; at++) {
		if (*at != '\33') {
			text_add(&text, at, 1);
			continue;
		}
		while (at < end && !isalpha((unsigned char)*at)) at++;
	}
	return text.bytes ? text.bytes : text_copy("", 0);
}

/* Returns a message's line ("bank.c:3:9: …") and the length of its file name. 0: no message. */
static unsigned message_line(const char *text, size_t *name)
{
	for (const char *at = text; (at = strchr(at, ':')); at++) {
		char *end, *last;
		unsigned long line = strtoul(at + 1, &end, 10);
		if (end == at + 1 || *end != ':') continue;
		strtoul(end + 1, &last, 10);
		if (last == end + 1 || strncmp(last, ": ", 2) != 0) continue;
		*name = (size_t)(at - text);
		return (unsigned)line;
	}
	return 0;
}

/* Returns whether the line marks something in the one above it. */
static bool is_underline(const char *line, size_t length)
{
	char *text = ask_bare(line, length);
	bool is = strpbrk(text, "^~") && !text[strspn(text, " \t^~\n")];
	free(text);
	return is;
}

struct printer {
	const struct diagnostics *diagnostics;
	struct text before; /* lines about the next message */
	bool context;       /* the last line went there */
	bool shown, any;
};

/* part: the line is part of the message above it. */
static void print_line(struct printer *p, const char *line, size_t length, bool part)
{
	size_t end = 0;
	if (part) {
		if (p->shown) fwrite(line, 1, length, stderr);
		return;
	}
	char *text = ask_bare(line, length);
	unsigned number = message_line(text, &end);
	if (!number && !p->context) text_free(&p->before);
	p->context = !number;
	if (!number && !strstr(text, "conc_")) text_add(&p->before, line, length);
	if (number && !strstr(text + end, ": note: ")) {
		bool shadow = strstr(text + end, "conc_") != NULL; /* a name of ours */
		text[end] = 0;
		p->shown = !shadow && diagnostics_compiler_has(p->diagnostics, text, number);
	}
	if (number && p->shown) {
		if (p->before.length) fwrite(p->before.bytes, 1, p->before.length, stderr);
		fwrite(line, 1, length, stderr);
		text_free(&p->before);
		p->any = true;
	}
	free(text);
}

/* ---- the run ---- */

/* With the end of the line. */
static size_t line_length(const char *line)
{
	const char *end = strchr(line, '\n');
	return end ? (size_t)(end - line) + 1 : strlen(line);
}

/* Returns whether it printed any message. */
static bool run(const struct driver *driver, const struct job *job, const struct lowered *plain,
                bool color, const struct diagnostics *diagnostics)
{
	struct text errors = {0};
	const char *path = process_temporary_text(lowered_text(plain), "plain.c");
	struct command command = command_start(&driver->backend);
	command_add(&command, "-fsyntax-only");
	job_quote_folder(&command, strcmp(job->input->text, "-") ? job->input->text : "");
	job_compile_options(&driver->options, plain, &command);
	command_analysis_flags(&command, &driver->backend);
	job_map(driver, &command, path, job_name(job->input));
	command_add(&command, "-w");
	/* Errors from gcc 14 on, which the text in the place of constructs causes, too. */
	command_words(&command, "-Wno-implicit-function-declaration", "-Wno-implicit-int",
	              "-Wno-int-conversion", "-Wno-incompatible-pointer-types",
	              "-Wno-return-mismatch", "-Wno-declaration-missing-parameter-type", NULL);
	if (color) command_add(&command, "-fdiagnostics-color=always");
	command_words(&command, "-xc", path, NULL);
	process_run(
	        &(struct process){.arguments = command.list, .errors = &errors, .limit = 1 << 24});
	struct printer printer = {.diagnostics = diagnostics};
	for (const char *line = errors.bytes, *next; line && *line; line = next) {
		next = line + line_length(line);
		size_t length = (size_t)(next - line);
		bool part = text_starts(line, "fix-it:") || *line == ' ' || *line == '\n' ||
		            is_underline(line, length) || is_underline(next, line_length(next));
		print_line(&printer, line, length, part);
	}
	text_free(&printer.before);
	text_free(&errors);
	command_free(&command);
	return printer.any;
}

void job_ask_compiler(const struct driver *driver, const struct job *job, const struct edits *edits,
                      const struct diagnostic_options *options, struct diagnostics *diagnostics)
{
	if (options->json || option_is_preprocessed(job->input)) return;
	struct lowered plain = emit_unit(&job->analysis, edits, false, false);
	if (!plain.preprocessed && run(driver, job, &plain, options->color, diagnostics))
		diagnostics_drop(diagnostics, true, 0, SIZE_MAX);
	text_free(&plain.text);
	text_free(&plain.aligned);
}
