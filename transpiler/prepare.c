/* SPDX-License-Identifier: MIT */
/* From an input to lowered text: the back end's preprocessor, the passes, and where the result is
 * preprocessed text, the real conc.h brought into it. */
#define _GNU_SOURCE
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "glance.h"
#include "job.h"
#include "preprocess.h"
#include "process.h"
#include "reach.h"
#include "source.h"
#include "switches.h"
#include "whole.h"

/* ---- preprocessing ---- */

/* The value of an option that may be fused with it. */
static const char *value_of(const struct option *option)
{
	return option->value ? option->value : option->text + 3;
}

/* Where the dependencies go to standard output or error, which are ours while we preprocess: what
 * they are called there, or null. */
static const char *printed_to(const struct options *options)
{
	static const char *const list[] = {"-",         "/dev/stdout",     "/dev/stderr",
	                                   "/dev/fd/1", "/dev/fd/2",       "/proc/self/fd/1",
	                                   "/dev/tty",  "/proc/self/fd/2", NULL};
	const struct option *option = options_find(options, OPTION_DEPEND, "-MF");
	for (size_t i = 0; option && list[i]; i++)
		if (!strcmp(value_of(option), list[i])) return i ? list[i] : "/dev/stdout";
	return NULL;
}

static void print_dependencies(const struct driver *driver, const char *path)
{
	size_t length = 0;
	char *text = source_read(path, &length);
	const char *name = printed_to(&driver->options);
	bool standard = !strcmp(name, "/dev/stdout");
	FILE *file = standard ? stdout : fopen(name, "a");
	if (file && text) fwrite(text, 1, length, file);
	if (file && !standard) fclose(file);
	free(text);
}

void job_depend(const struct driver *driver, const struct option *input, const char *file,
                struct command *command)
{
	const struct options *options = &driver->options;
	for (size_t i = 0; i < options->count; i++) {
		const struct option *option = &options->list[i];
		if (option->kind != OPTION_DEPEND || (file && !strncmp(option->text, "-MF", 3)))
			continue;
		command_add(command, option->text);
		if (option->value) command_add(command, option->value);
	}
	bool wanted = options_find(options, OPTION_DEPEND, "-MD") ||
	              options_find(options, OPTION_DEPEND, "-MMD");
	if (file) command_format(command, "-MF%s", file);
	if (!wanted) return;
	char *name = job_dependencies(driver, input);
	if (!options_find(options, OPTION_DEPEND, "-MF")) command_format(command, "-MF%s.d", name);
	if (!options_find(options, OPTION_DEPEND, "-MT") &&
	    !options_find(options, OPTION_DEPEND, "-MQ") && options->output)
		command_format(command, "-MQ%s", options->output);
	free(name);
}

static bool is_included(const struct options *options, const char *header)
{
	for (size_t i = 0; i < options->count; i++) {
		struct inclusion inclusion = options_inclusion(options, i);
		if (inclusion.options && !inclusion.compiled && !strcmp(inclusion.name, header))
			return true;
	}
	return false;
}

/* What was compiled of a header shows nothing of it: clang shall read the header, and not look for
 * what its -include finds beside it. */
static void add_inclusion(const struct driver *driver, const struct inclusion *inclusion,
                          struct command *command)
{
	char *header = inclusion->compiled ? job_stem(inclusion->name) : NULL;
	if (header && is_included(&driver->options, header)) {
		free(header);
		return;
	}
	if (!driver->backend.is_clang) {
		command_add(command, "-include");
		command_add(command, inclusion->name);
	} else if (!header || access(header, R_OK) == 0) {
		command_add(command, "-Xclang");
		command_add(command, "-include");
		command_add(command, "-Xclang");
		command_format(command, "%s", header ? header : inclusion->name);
	}
	free(header);
}

static void add_compile_options(const struct driver *driver, struct command *command)
{
	const struct options *options = &driver->options;
	for (size_t i = 0; i < options->count; i++) {
		const struct option *option = &options->list[i];
		struct inclusion inclusion = options_inclusion(options, i);
		if (inclusion.options) {
			add_inclusion(driver, &inclusion, command);
			i += inclusion.options - 1;
			continue;
		}
		if (option->kind != OPTION_COMPILE || !strcmp(option->text, "-v")) continue;
		if (option->value && !strcmp(option->value, "-emit-pch"))
			continue; /* CMake to clang's front end */
		command_add(command, option->text);
		if (option->value) command_add(command, option->value);
	}
}

/* As analysis text, with the places of tokens, or for a glance only. */
static int run_preprocessor(struct driver *driver, struct job *job, bool places,
                            struct text *output)
{
	struct command command;
	command_start(&command, &driver->backend);
	command_add(&command, "-E");
	if (places) command_add(&command, driver->backend.is_clang ? "-dD" : "-fdebug-cpp");
	if (!driver->backend.is_clang) command_add(&command, "-fno-working-directory");
	add_compile_options(driver, &command);
	/* `or` and `and` are words here; of a name the compiler that gets our text speaks. */
	command_add(&command, "-Wno-c++-compat");
	if (places && printed_to(&driver->options))
		job->dependencies = process_temporary("depend.d");
	if (places) job_depend(driver, job->input, job->dependencies, &command);
	command_analysis_flags(&command, &driver->backend);
	command_add(&command,
	            "-DCONC_ANALYSIS"); /* conc.h shows names and types only: conc/analysis.h */
	command_add(&command, "-Wno-c++-compat"); /* `or` and `and` are words of ours */
	command_add(&command, "-xc");
	command_add(&command, job->input->text);
	command_shorten(&command, &driver->backend);
	struct process process = {
	        .arguments = command.list, .output = output, .errors = &job->errors};
	if (!strcmp(job->input->text, "-")) {
		process.input = driver->standard_input;
		process.input_length = driver->standard_input_length;
	}
	int status = process_back_end(&process);
	command_free(&command);
	return status;
}

/* Preprocesses text on standard input with what does not depend on the unit. */
static struct text preprocess_text(struct driver *driver, struct job *job, const char *option,
                                   const char *input, size_t length)
{
	struct command command;
	struct text output = {0};
	command_start(&command, &driver->backend);
	command_add(&command, "-E");
	if (option) command_add(&command, option);
	if (!driver->backend.is_clang) command_add(&command, "-fno-working-directory");
	for (size_t i = 0; i < driver->options.count; i++) {
		const struct option *which = &driver->options.list[i];
		if (which->kind == OPTION_COMPILE && !which->value &&
		    strchr("fmOsp", which->text[1]))
			command_add(&command, which->text);
	}
	command_add(&command, "-w");
	command_unit_flags(&command, &driver->backend);
	command_add(&command, "-xc");
	command_add(&command, "-");
	int status = process_back_end(&(struct process){.arguments = command.list,
	                                                .input = input,
	                                                .input_length = length,
	                                                .output = &output});
	if (status) job->fate = FATE_FAILED;
	job->status = status ? status : job->status;
	command_free(&command);
	return output;
}

/* Brings the real conc.h into preprocessed text. */
static void make_whole(struct driver *driver, struct job *job)
{
	static const char include[] = "#include <conc.h>\n";
	struct text real = preprocess_text(driver, job, "-dD", include, sizeof include - 1);
	struct text whole = whole_text(&job->lowered.text, &real);
	struct text result = preprocess_text(driver, job, NULL, whole.bytes, whole.length);
	whole_trim(&result, &whole);
	text_free(&real);
	text_free(&whole);
	text_free(&job->lowered.text);
	job->lowered.text = result;
}

static bool is_forced(const struct driver *driver, const struct option *input)
{
	const char *dot = strrchr(input->text, '.');
	return driver->options.conc || (dot && !strcmp(dot, ".conc"));
}

/* A preprocessed input is its own analysis text. */
static bool read_preprocessed(const struct driver *driver, const struct job *job, struct text *text)
{
	size_t length = driver->standard_input_length;
	bool standard = !strcmp(job->input->text, "-");
	char *bytes = standard ? driver->standard_input : source_read(job->input->text, &length);
	if (!bytes) return false;
	text_add(text, bytes, length);
	if (!standard) free(bytes);
	return true;
}

/* Does it look like what a preprocessor prints? It begins with a marker and ends with a line. */
static bool is_preprocessed_text(const struct text *text)
{
	const char *at = text->bytes ? text->bytes : "";
	while (*at == '{' && (at = strchr(at, '}'))) at++;
	return at && at[0] == '#' && at[1] == ' ' && text->bytes[text->length - 1] == '\n';
}

/* False: leave it to the back end, which will say what is wrong. */
static bool analyse(struct driver *driver, struct job *job)
{
	struct text text = {0};
	bool preprocessed = option_is_preprocessed(job->input);
	if (preprocessed && !read_preprocessed(driver, job, &text)) return false;
	if (!preprocessed) job->status = run_preprocessor(driver, job, true, &text);
	if (!preprocessed && !job->status && !is_preprocessed_text(&text)) {
		diagnose_plain(SEVERITY_ERROR,
		               "what the back end '%s' prints for -E is no preprocessed text",
		               driver->backend.words[0]);
		job->status = 1;
	}
	if (!job->status) {
		struct preprocess_input input = {
		        .form = preprocessed               ? PREPROCESS_PLAIN
		                : driver->backend.is_clang ? PREPROCESS_MACROS
		                                           : PREPROCESS_RECORDS,
		        .output = text.bytes ? text.bytes : "",
		        .length = text.length,
		        .main_name = job_name(job->input),
		        .main_text = driver->standard_input,
		        .main_length = driver->standard_input_length,
		        .forced = is_forced(driver, job->input),
		};
		preprocess_read(&job->analysis, &input);
	}
	text_free(&text);
	return true;
}

/* Until it is of files that nobody changed while the preprocessor and we read them. */
static bool analyse_settled(struct driver *driver, struct job *job)
{
	enum { ROUNDS = 4 };
	const char *changing = NULL;
	struct hidden hidden; /* what the first round has written */
	for (int round = 0; round < ROUNDS; round++) {
		struct watch before = job->watch;
		struct timespec start;
		clock_gettime(CLOCK_REALTIME_COARSE, &start); /* as file times are taken */
		text_free(&job->errors);
		analysis_free(&job->analysis);
		if (round) job_hide_variables(&hidden);
		bool known = analyse(driver, job);
		if (round) job_restore_variables(&hidden);
		if (!known) return false;
		if (job->status || option_is_preprocessed(job->input)) return true;
		watch_take(&job->watch, &job->analysis);
		changing = watch_unsettled(&job->watch, &before, &start);
		watch_free(&before);
		if (!changing) return true;
	}
	diagnose_plain(SEVERITY_ERROR, "%s changes while %s is being read", changing,
	               job_name(job->input));
	job->status = 1;
	return true;
}

/* ---- translation ---- */

static bool is_pedantic(const struct options *options)
{
	bool pedantic = false;
	for (size_t i = 0; i < options->count; i++) {
		const char *text = options->list[i].text;
		if (options->list[i].kind != OPTION_COMPILE) continue;
		if (!strcmp(text, "-Wno-pedantic")) pedantic = false;
		else
			pedantic |= !strncmp(text, "-pedantic", 9) ||
			            !strncmp(text, "-Wpedantic", 10) ||
			            !strcmp(text, "-Weverything") ||
			            !strcmp(text, "-Wembedded-directive");
	}
	return pedantic;
}

/* counter.h  →  CONC_EMITTED_COUNTER_H; as the header will be called, or the unit. */
static char *header_guard(const struct driver *driver, const struct job *job)
{
	const char *output = driver->options.output;
	bool named = output && strcmp(output, "-") != 0;
	char *stem = named ? job_stem(job_base(output)) : job_unit(job->input);
	char *guard = text_format("CONC_EMITTED_%s_H", stem);
	for (char *at = guard; *at; at++)
		*at = *at >= 'a' && *at <= 'z' ? (char)(*at - 'a' + 'A')
		      : strchr("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789", *at) ? *at
		                                                            : '_';
	free(stem);
	return guard;
}

static void translate_unit(struct driver *driver, struct job *job)
{
	const char **switches;
	struct unit_work work = {.analysis = &job->analysis};
	work.diagnostic_options = switches_read(&driver->options, &switches);
	char *guard = driver->options.emit_header ? header_guard(driver, job) : NULL;
	work.guard = guard;
	work.settings = &driver->options.settings;
	work.pedantic = is_pedantic(&driver->options);
	bool good = driver->passes(&work);
	free(guard);
	free(switches);
	job->lowered = work.lowered;
	job->fate = !good ? FATE_FAILED : work.untouched ? FATE_LEFT : FATE_LOWERED;
	job->status = !good;
	if (job->fate == FATE_LEFT && option_is_preprocessed(job->input)) {
		text_add(&job->lowered.text, job->analysis.text, job->analysis.length);
		job->lowered.preprocessed = true;
		job->fate = FATE_LOWERED;
	}
	if (job->lowered.preprocessed && job->fate == FATE_LOWERED) make_whole(driver, job);
	if (driver->options.verbose && job->lowered.preprocessed)
		fprintf(stderr, "concc: %s is compiled from its preprocessed text: %s\n",
		        job_name(job->input), job->lowered.reason ? job->lowered.reason : "");
}

/* The preprocessor's text without the places of tokens costs a quarter, and most units that get
 * here are plain C: looked at without them. Not where each run would write dependencies. */
static bool seems_plain(struct driver *driver, struct job *job)
{
	struct text text = {0};
	if (getenv("DEPENDENCIES_OUTPUT") || getenv("SUNPRO_DEPENDENCIES")) return false;
	int status = run_preprocessor(driver, job, false, &text);
	bool plain = !status && text.length &&
	             !glance(text.bytes, text.length, is_forced(driver, job->input));
	text_free(&text);
	text_free(&job->errors); /* will be said again */
	job->errors = (struct text){0};
	return plain;
}

/* Where nothing shows that the unit is dialect. */
static bool is_plain(struct driver *driver, struct job *job)
{
	struct stat status;
	if (driver->options.no_conc) return true;
	if (strcmp(job->input->text, "-") && !stat(job->input->text, &status) &&
	    !S_ISREG(status.st_mode))
		return true; /* can be read only once, or not at all */
	if (option_is_preprocessed(job->input)) return false;
	enum reach reach = reach_conc_header(&driver->options, job->input->text,
	                                     driver->standard_input, driver->standard_input_length);
	if (reach == REACH_NAMED) return false;
	if (reach == REACH_NOT && !is_forced(driver, job->input)) return true;
	return seems_plain(driver, job);
}

/* Of unused macros it knows more than the back end, for which calls are written out, and which
 * takes a header with dialect for a part of the unit. */
static void print_unused_macros(const struct text *errors)
{
	bool shown = false;
	for (const char *line = errors->bytes, *next; line && *line; line = next) {
		next = strchr(line, '\n');
		next = next ? next + 1 : line + strlen(line);
		size_t length = (size_t)(next - line);
		if (memmem(line, length, ": warning: ", 11))
			shown = memmem(line, length, "unused-macros]", 14) != NULL;
		if (memmem(line, length, " generated.", 11)) shown = false; /* clang's count */
		if (shown) fwrite(line, 1, length, stderr);
	}
}

/* A failed preprocessor has said what is wrong. What it says in passing (#warning) the back end
 * will say again, unless it gets the preprocessed text. */
void job_prepare(struct driver *driver, struct job *job)
{
	if (is_plain(driver, job) || !analyse_settled(driver, job)) return;
	if (job->dependencies) print_dependencies(driver, job->dependencies);
	if (job->status) job->fate = FATE_FAILED;
	else if (job->analysis.is_dialect) translate_unit(driver, job);
	bool silent = !job->errors.length || !strcmp(job->errors.bytes, "[]\n"); /* in JSON */
	if (!silent && (job->fate == FATE_FAILED || job->lowered.preprocessed))
		fwrite(job->errors.bytes, 1, job->errors.length, stderr);
	else if (job->fate == FATE_LOWERED) print_unused_macros(&job->errors);
	analysis_free(&job->analysis);
	malloc_trim(0); /* the back end needs the memory now */
}
