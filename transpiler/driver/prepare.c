/* SPDX-License-Identifier: MIT */
/* Turns an input into lowered text: the back end's preprocessor, the passes, and the real conc.h
 * for a result that is preprocessed text. */
#define _GNU_SOURCE
#include "job.h"

#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "source/lexer.h"
#include "source/preprocess.h"
#include "base/process.h"
#include "source/source.h"
#include "translate.h"

/* ---- preprocessing ---- */

/* Returns the standard stream or terminal that dependencies go to, or null. concc captures these
 * streams while it preprocesses. */
static const char *printed_to(const struct options *options)
{
	static const char list[] = "/dev/stdout /dev/stderr /dev/fd/1 /dev/fd/2 /proc/self/fd/1 "
	                           "/proc/self/fd/2 /dev/tty";
	const struct option *option = options_find(options, OPTION_DEPEND, "-MF");
	if (!option) return NULL;
	/* the value of -MF may be fused with it */
	const char *name = option->value ? option->value : option->text + 3;
	if (!strcmp(name, "-")) return "/dev/stdout";
	return text_listed(name, list, true) ? name : NULL;
}

void job_depend(const struct driver *driver, const struct option *input, const char *file,
                struct command *command)
{
	const struct options *options = &driver->options;
	for (size_t i = 0; i < options->count; i++) {
		const struct option *option = &options->list[i];
		if (option->kind != OPTION_DEPEND || (file && !strncmp(option->text, "-MF", 3)))
			continue;
		command_words(command, option->text, option->value, NULL);
	}
	if (file) command_format(command, "-MF%s", file);
	if (!options_find(options, OPTION_DEPEND, "-MD -MMD")) return;
	char *name = options->output && options->mode != MODE_EMIT ? job_stem(options->output)
	                                                           : job_product(driver, input);
	if (!options_find(options, OPTION_DEPEND, "-MF")) command_format(command, "-MF%s.d", name);
	if (!options_find(options, OPTION_DEPEND, "-MT -MQ") && options->output)
		command_format(command, "-MQ%s", options->output);
	free(name);
}

static bool is_included(const struct options *options, const char *header)
{
	for (size_t i = 0; i < options->count; i++) {
		struct include_option inclusion = options_inclusion(options, i);
		if (inclusion.options && !inclusion.compiled && !strcmp(inclusion.name, header))
			return true;
	}
	return false;
}

/* A precompiled header hides its text: clang must read the header itself, and its -include must not
 * find a precompiled one beside it. */
static void add_inclusion(const struct driver *driver, const struct include_option *inclusion,
                          struct command *command)
{
	char *header = inclusion->compiled ? job_stem(inclusion->name) : NULL;
	if (header && is_included(&driver->options, header)) {
		free(header);
		return;
	}
	if (!driver->backend.is_clang) {
		command_words(command, "-include", inclusion->name, NULL);
	} else if (!header || access(header, R_OK) == 0) {
		command_words(command, "-Xclang", "-include", "-Xclang", NULL);
		command_format(command, "%s", header ? header : inclusion->name);
	}
	free(header);
}

static void add_compile_options(const struct driver *driver, struct command *command)
{
	const struct options *options = &driver->options;
	for (size_t i = 0; i < options->count; i++) {
		const struct option *option = &options->list[i];
		struct include_option inclusion = options_inclusion(options, i);
		if (inclusion.options) {
			add_inclusion(driver, &inclusion, command);
			i += inclusion.options - 1;
			continue;
		}
		if (option->kind != OPTION_COMPILE || !strcmp(option->text, "-v")) continue;
		if (option->value && !strcmp(option->value, "-emit-pch"))
			continue; /* CMake passes it to clang's front end */
		command_words(command, option->text, option->value, NULL);
	}
}

static void rename_file(struct text *text, const char *from, const char *to)
{
	struct text result = {0};
	const char *at = text->bytes, *end = at + text->length, *next;
	for (; at && (next = strstr(at, from)); at = next + strlen(from)) {
		text_add(&result, at, (size_t)(next - at));
		text_puts(&result, to);
	}
	if (at) text_add(&result, at, (size_t)(end - at));
	text_free(text);
	*text = result;
}

/* Adds a copy that names the author's file in its first line, and returns the path of the copy. For
 * a file in the current folder it is standard input, where gcc calls headers beside the file by
 * their bare names. */
static const char *add_amended(struct job *job, struct command *command, struct process *process)
{
	const char *name = job->input->text, *path = "-";
	size_t folder = (size_t)(file_name(name) - name);
	if (folder) {
		path = process_temporary(file_name(name));
		process_write(path, job->amended.bytes, job->amended.length);
		job_quote_folder(command, name);
	} else {
		process->input = &job->amended;
	}
	command_format(command, "-fmacro-prefix-map=%s=%s", folder ? path : "<stdin>",
	               job_name(job->input));
	command_words(command, "-xc", path, NULL);
	return path;
}

/* Preprocesses to analysis text with the places of tokens, or for dialect_probe only. */
static int run_preprocessor(struct driver *driver, struct job *job, bool places,
                            struct text *output)
{
	struct command command = command_start(&driver->backend);
	command_add(&command, "-E");
	if (places) command_add(&command, driver->backend.is_clang ? "-dD" : "-fdebug-cpp");
	if (!driver->backend.is_clang) command_add(&command, "-fno-working-directory");
	add_compile_options(driver, &command);
	/* dialect words `or` and `and`; the compilation warns of them as names */
	command_add(&command, "-Wno-c++-compat");
	if (places && printed_to(&driver->options))
		job->dependencies = process_temporary("depend.d");
	if (places && !job->amended.length)
		job_depend(driver, job->input, job->dependencies, &command);
	command_analysis_flags(&command, &driver->backend);
	struct process process = {.output = output, .errors = &job->errors};
	const char *copy = NULL;
	if (job->amended.length) {
		copy = add_amended(job, &command, &process);
	} else {
		command_words(&command, "-xc", job->input->text, NULL);
	}
	command_shorten(&command, &driver->backend);
	process.arguments = command.list;
	if (!strcmp(job->input->text, "-") && !job->amended.length)
		process.input = &driver->standard_input;
	int status = process_back_end(&process);
	if (copy && strcmp(copy, "-")) rename_file(output, copy, job->input->text);
	command_free(&command);
	return status;
}

/* Adds the options that do not depend on the unit. */
static void add_general_options(const struct driver *driver, struct command *command)
{
	for (size_t i = 0; i < driver->options.count; i++) {
		const struct option *which = &driver->options.list[i];
		if (which->kind == OPTION_COMPILE && !which->value &&
		    strchr("fmOsp", which->text[1]))
			command_add(command, which->text);
	}
	command_add(command, "-w");
}

/* Preprocesses text with the options that do not depend on the unit. */
static struct text preprocess_text(const struct driver *driver, struct job *job, const char *option,
                                   const struct text *input)
{
	struct text output = {0};
	struct command command = command_start(&driver->backend);
	command_words(&command, "-E", option, NULL);
	if (!driver->backend.is_clang) command_add(&command, "-fno-working-directory");
	add_general_options(driver, &command);
	command_unit_flags(&command, &driver->backend);
	command_words(&command, "-xc", "-", NULL);
	int status = process_back_end(
	        &(struct process){.arguments = command.list, .input = input, .output = &output});
	if (status) job->fate = FATE_FAILED;
	job->status = status ? status : job->status;
	command_free(&command);
	return output;
}

/* Brings the real conc.h into preprocessed text. */
static void make_whole(struct driver *driver, struct job *job)
{
	struct text include = {0};
	text_puts(&include, "#include <conc.h>\n");
	struct text real = preprocess_text(driver, job, "-dD", &include);
	struct text whole = preprocessed_text(&job->lowered.text, &real);
	struct text result = preprocess_text(driver, job, NULL, &whole);
	preprocessed_trim(&result, &whole);
	text_free(&include);
	text_free(&real);
	text_free(&whole);
	text_free(&job->lowered.text);
	job->lowered.text = result;
}

static bool is_forced(const struct driver *driver, const struct option *input)
{
	const char *dot = strrchr(input->text, '.');
	return driver->options.conc || driver->options.settings.safe ||
	       (dot && !strcmp(dot, ".conc"));
}

static bool read_preprocessed(const struct driver *driver, const struct job *job, struct text *text)
{
	const struct text *standard = &driver->standard_input;
	if (strcmp(job->input->text, "-"))
		text->bytes = source_read(job->input->text, &text->length);
	else if (standard->bytes) text_add(text, standard->bytes, standard->length);
	return text->bytes != NULL;
}

static struct text compile_probe(void *context, const struct text *probe)
{
	const struct driver *driver = context;
	struct text output = {0}, errors = {0};
	struct command command = command_start(&driver->backend);
	command_add(&command, "-S");
	add_general_options(driver, &command);
	command_words(&command, "-fno-lto", "-o-", "-xc", "-", NULL);
	process_run(&(struct process){
	        .arguments = command.list, .input = probe, .output = &output, .errors = &errors});
	command_free(&command);
	text_free(&errors);
	return output;
}

/* Preprocesses and reads the unit. False: the back end must report what is wrong. */
static bool analyse_once(struct driver *driver, struct job *job)
{
	struct text text = {0};
	bool preprocessed = option_is_preprocessed(job->input);
	if (preprocessed && !read_preprocessed(driver, job, &text)) return false;
	if (!preprocessed) job->status = run_preprocessor(driver, job, true, &text);
	/* what the preprocessor prints begins with a marker and ends with a newline */
	const char *at = text.bytes ? text.bytes : "";
	while (*at == '{' && (at = strchr(at, '}'))) at++;
	bool readable = preprocessed ||
	                (at && at[0] == '#' && at[1] == ' ' && text.bytes[text.length - 1] == '\n');
	if (!readable && !job->status) {
		diagnose_plain(SEVERITY_ERROR,
		               "what the back end '%s' prints for -E is no preprocessed text",
		               driver->backend.words[0]);
		job->status = 1;
	}
	if (readable) {
		struct preprocess_input input = {
		        .form = preprocessed               ? PREPROCESS_PLAIN
		                : driver->backend.is_clang ? PREPROCESS_MACROS
		                                           : PREPROCESS_RECORDS,
		        .output = text.bytes ? text.bytes : "",
		        .length = text.length,
		        .main_name = job_name(job->input),
		        .main_text = &driver->standard_input,
		        .forced = is_forced(driver, job->input),
		};
		preprocess_read(&job->analysis, &input);
	}
	text_free(&text);
	return true;
}

/* Repeats analyse_once while pragmas turn out to define macros that lead into other branches. */
static bool analyse(struct driver *driver, struct job *job)
{
	enum { ROUNDS = 8 };
	text_free(&job->amended);
	for (int round = 0; analyse_once(driver, job); round++) {
		struct text amended = {0};
		if (round < ROUNDS && !driver->backend.is_clang && job->analysis.text &&
		    !option_is_preprocessed(job->input) &&
		    pragma_macros_possible(job->analysis.text, job->analysis.length))
			amended = pragma_macros_amend(&job->analysis, compile_probe, driver);
		bool same = amended.length == job->amended.length &&
		            (!amended.length ||
		             !memcmp(amended.bytes, job->amended.bytes, amended.length));
		text_free(&job->amended);
		job->amended = amended;
		if (same) return true;
		text_free(&job->errors);
		analysis_free(&job->analysis);
	}
	return false;
}

/* Repeats analyse until no file changes while it is read; an error after four rounds. */
static bool analyse_settled(struct driver *driver, struct job *job)
{
	enum { ROUNDS = 4 };
	const char *changing = NULL;
	for (int round = 0; round < ROUNDS; round++) {
		struct header_stamps before = job->stamps;
		struct timespec start;
		clock_gettime(CLOCK_REALTIME_COARSE, &start); /* file times use this clock */
		text_free(&job->errors);
		analysis_free(&job->analysis);
		if (round) job_hide_variables(true); /* the first round wrote the dependencies */
		bool known = analyse(driver, job);
		if (round) job_hide_variables(false);
		if (!known) return false;
		if (job->status || option_is_preprocessed(job->input)) return true;
		header_stamps_take(&job->stamps, &job->analysis);
		changing = header_stamps_unsettled(&job->stamps, &before, &start);
		header_stamps_free(&before);
		if (!changing) return true;
	}
	diagnose_plain(SEVERITY_ERROR, "%s changes while %s is being read", changing,
	               job_name(job->input));
	job->status = 1;
	return true;
}

/* ---- translation ---- */

/* counter.h → CONC_EMITTED_COUNTER_H, by the name of the header or the unit. */
static char *header_guard(const struct driver *driver, const struct job *job)
{
	const char *output = driver->options.output;
	bool named = output && strcmp(output, "-") != 0;
	char *stem = named ? job_stem(file_name(output)) : job_unit(job->input);
	char *guard = text_format("CONC_EMITTED_%s_H", stem);
	for (char *at = guard; *at; at++)
		*at = *at >= 'a' && *at <= 'z' ? (char)(*at - 'a' + 'A')
		      : strchr("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789", *at) ? *at
		                                                            : '_';
	free(stem);
	return guard;
}

/* Returns the preprocessor's messages, or null if there are none. */
static const char *preprocessor_errors(const struct job *job)
{
	const char *errors = job->errors.bytes;
	return errors && *errors && strcmp(errors, "[]\n") ? errors : NULL; /* none, in JSON */
}

static void translate_unit(struct driver *driver, struct job *job)
{
	const struct settings *settings = &driver->options.settings;
	const char *errors = preprocessor_errors(job);
	struct diagnostic_options options = warning_options_read(&driver->options);
	struct diagnostics *diagnostics = diagnostics_new(&job->analysis, &options);
	struct edits edits = {0};
	struct text uses = {0}, summaries = {0};
	char *guard = driver->options.emit_header ? header_guard(driver, job) : NULL;
	enum translation translation =
	        translate(&job->analysis, diagnostics, &edits, settings, guard, &job->lowered.text,
	                  &uses, settings->summaries ? &summaries : NULL);
	bool good = translation != TRANSLATION_FAILED && !diagnostics_error_count(diagnostics);
	if (!good && errors) fputs(errors, stderr);
	if (diagnostics_compiler_count(diagnostics))
		job_ask_compiler(driver, job, &edits, &options, diagnostics);
	diagnostics_print(diagnostics);
	if (guard) good = good && job->lowered.text.length;
	else if (good && translation == TRANSLATION_LOWERED && !settings->report)
		job->lowered = emit_unit(&job->analysis, &edits, driver->options.pedantic,
		                         settings->pretty);
	job->lowered.uses = uses;
	job->lowered.summaries = summaries;
	edits_free(&edits);
	diagnostics_free(diagnostics);
	free(guard);
	free(options.switches);
	job->fate = !good                                  ? FATE_FAILED
	            : translation == TRANSLATION_UNTOUCHED ? FATE_LEFT
	                                                   : FATE_LOWERED;
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

/* Does nothing show that the unit is dialect? */
static bool is_plain(struct driver *driver, struct job *job)
{
	struct stat status;
	if (driver->options.no_conc) return true;
	if (strcmp(job->input->text, "-") && !stat(job->input->text, &status) &&
	    !S_ISREG(status.st_mode))
		return true; /* can be read only once, or not at all */
	if (option_is_preprocessed(job->input)) return false;
	enum include_scan scan =
	        include_scan(&driver->options, job->input->text, &driver->standard_input);
	if (scan == SCAN_NAMED) return false;
	bool forced = is_forced(driver, job->input);
	if (scan == SCAN_NOT && !forced) return true;
	/* the environment makes each run write dependencies */
	if (getenv("DEPENDENCIES_OUTPUT") || getenv("SUNPRO_DEPENDENCIES")) return false;
	/* The places of tokens cost a quarter, and most units that get here are plain C. */
	struct text text = {0};
	int failed = run_preprocessor(driver, job, false, &text);
	bool plain = !failed && text.length && !pragma_macros_possible(text.bytes, text.length) &&
	             !driver->options.settings.safe &&
	             !dialect_probe(text.bytes, text.length, forced);
	text_free(&text);
	text_free(&job->errors); /* the next run repeats them */
	return plain;
}

/* Prints warnings of unused macros. The back end cannot judge them: calls are expanded in its text,
 * and headers with dialect are part of the unit. */
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

/* If the preprocessor fails, its output is translated all the same: the back end repeats the
 * errors, with others of the unit. They are printed here only if it will not run. So are warnings
 * (#warning) if it gets preprocessed text. */
void job_prepare(struct driver *driver, struct job *job)
{
	lexer_read_trigraphs(!option_is_preprocessed(job->input) && driver->options.trigraphs);
	if (is_plain(driver, job) || !analyse_settled(driver, job)) return;
	if (job->dependencies) {
		size_t length = 0;
		char *text = source_read(job->dependencies, &length);
		const char *name = printed_to(&driver->options);
		bool standard = !strcmp(name, "/dev/stdout");
		FILE *file = standard ? stdout : fopen(name, "a");
		if (file && text) fwrite(text, 1, length, file);
		if (file && !standard) fclose(file);
		free(text);
	}
	int status = job->status;
	const char *errors = preprocessor_errors(job);
	if (status && !job->analysis.text) job->fate = FATE_FAILED;
	else if (job->analysis.is_dialect) translate_unit(driver, job);
	bool said = job->fate == FATE_FAILED && job->analysis.text;
	if (status && (job->lowered.preprocessed || driver->options.mode == MODE_EMIT))
		job->fate = FATE_FAILED;
	if (errors && !said && (job->fate == FATE_FAILED || job->lowered.preprocessed))
		fputs(errors, stderr);
	else if (job->fate == FATE_LOWERED) print_unused_macros(&job->errors);
	job->status = job->fate == FATE_FAILED && !job->status ? status : job->status;
	if (job->fate == FATE_LEFT) job->status = 0;
	if (job->fate != FATE_FAILED) job->preprocessor_status = status;
	analysis_free(&job->analysis);
	malloc_trim(0); /* the back end needs the memory now */
}
