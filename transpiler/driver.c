/* SPDX-License-Identifier: MIT */
/* Decides per input and runs the back end.
 *
 * A command line without a dialect unit becomes the back end's: same arguments, plus what every unit gets
 * and, for a link, libconc. Otherwise each dialect unit is compiled on its own, from its lowered text in a
 * private folder, and takes part in the rest of the command as an object.
 *
 * The lowered text carries `#line 1 "bank.c"`, and the temporary name is mapped to the author's by
 * -ffile-prefix-map: no by-product and no debug information knows it. Rejected: `-x c -` (gcc calls the
 * unit "<stdin>" in its debug information, and names no by-product after it). */
#include "driver.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "backend.h"
#include "options.h"
#include "preprocess.h"
#include "process.h"
#include "reach.h"
#include "show.h"
#include "source.h"
#include "text.h"
#include "whole.h"

enum fate { FATE_LEFT, FATE_LOWERED, FATE_FAILED };

/* One input in C. */
struct job {
	const struct option *input;
	enum fate fate;
	const char *object;      /* what stands for it in a link */
	int status;              /* of the run that failed */
	struct text errors;      /* what the preprocessor said */
	struct analysis analysis;
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
	bool analysis_form;      /* -E of what may be dialect */
};

/* ---- names ---- */

static const char *base_of(const char *path)
{
	const char *slash = strrchr(path, '/');
	return slash ? slash + 1 : path;
}

/* path without its suffix. */
static char *stem_of(const char *path)
{
	const char *dot = strrchr(base_of(path), '.');
	return text_copy(path, dot && dot > base_of(path) ? (size_t)(dot - path) : strlen(path));
}

static const char *name_of(const struct option *input)
{
	return strcmp(input->text, "-") ? input->text : "<stdin>";
}

/* Where a unit's by-products stand: what the object is called, without its suffix. */
static char *product_stem(const struct driver *driver, const struct option *input)
{
	const struct options *options = &driver->options;
	if (options->output && options->mode != MODE_EMIT)
		return stem_of(options->output);
	char *stem = stem_of(strcmp(input->text, "-") ? base_of(input->text) : "stdin");
	if (options->mode != MODE_LINK)
		return stem;
	char *product = text_format("a-%s", stem);
	free(stem);
	return product;
}

static const char *suffix(const struct driver *driver)
{
	return driver->options.mode == MODE_ASSEMBLY ? "s" : "o";
}

/* ---- preprocessing ---- */

static void add_depend(const struct driver *driver, const struct option *input, struct command *command)
{
	const struct options *options = &driver->options;
	command_options(command, options, OPTION_DEPEND);
	bool wanted = options_find(options, OPTION_DEPEND, "-MD") || options_find(options, OPTION_DEPEND, "-MMD");
	if (!wanted)
		return;
	char *product = product_stem(driver, input);
	if (!options_find(options, OPTION_DEPEND, "-MF"))
		command_format(command, "-MF%s.d", product);
	if (!options_find(options, OPTION_DEPEND, "-MT") && !options_find(options, OPTION_DEPEND, "-MQ")) {
		char *stem = stem_of(base_of(input->text));
		if (options->output)
			command_format(command, "-MQ%s", options->output);
		else
			command_format(command, "-MQ%s.%s", stem, suffix(driver));
		free(stem);
	}
	free(product);
}

static void add_compile_options(const struct options *options, struct command *command)
{
	for (size_t i = 0; i < options->count; i++) {
		const struct option *option = &options->list[i];
		if (option->kind != OPTION_COMPILE || !strcmp(option->text, "-v"))
			continue;
		command_add(command, option->text);
		if (option->value)
			command_add(command, option->value);
	}
}

static int run_preprocessor(struct driver *driver, struct job *job, struct text *output)
{
	struct command command;
	command_start(&command, &driver->backend);
	command_add(&command, "-E");
	command_add(&command, driver->backend.is_clang ? "-dD" : "-fdebug-cpp");
	if (!driver->backend.is_clang)
		command_add(&command, "-fno-working-directory");
	add_compile_options(&driver->options, &command);
	add_depend(driver, job->input, &command);
	command_analysis_flags(&command, &driver->backend);
	command_add(&command, "-DCONC_ANALYSIS"); /* conc.h shows names and types only: conc/analysis.h */
	command_add(&command, "-xc");
	command_add(&command, job->input->text);
	command_shorten(&command, &driver->backend);
	struct process process = {.arguments = command.list, .output = output, .errors = &job->errors};
	if (!strcmp(job->input->text, "-")) {
		process.input = driver->standard_input;
		process.input_length = driver->standard_input_length;
	}
	int status = process_run(&process);
	command_free(&command);
	return status;
}

/* Preprocesses text on standard input with what does not depend on the unit. */
static struct text preprocess_text(struct driver *driver, const char *option, const char *input, size_t length)
{
	struct command command;
	struct text output = {0};
	command_start(&command, &driver->backend);
	command_add(&command, "-E");
	if (option)
		command_add(&command, option);
	if (!driver->backend.is_clang)
		command_add(&command, "-fno-working-directory");
	for (size_t i = 0; i < driver->options.count; i++) {
		const struct option *which = &driver->options.list[i];
		if (which->kind == OPTION_COMPILE && !which->value && strchr("fmOsp", which->text[1]))
			command_add(&command, which->text);
	}
	command_add(&command, "-w");
	command_unit_flags(&command, &driver->backend);
	command_add(&command, "-xc");
	command_add(&command, "-");
	process_run(&(struct process){.arguments = command.list, .input = input, .input_length = length, .output = &output});
	command_free(&command);
	return output;
}

/* Brings the real conc.h into preprocessed text. */
static void make_whole(struct driver *driver, struct job *job)
{
	static const char include[] = "#include <conc.h>\n";
	struct text real = preprocess_text(driver, "-dD", include, sizeof include - 1);
	struct text whole = whole_text(&job->lowered.text, &real);
	struct text result = preprocess_text(driver, NULL, whole.bytes, whole.length);
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
	if (!bytes)
		return false;
	text_add(text, bytes, length);
	if (!standard)
		free(bytes);
	return true;
}

/* False: leave it to the back end, which will say what is wrong. */
static bool analyse(struct driver *driver, struct job *job)
{
	struct text text = {0};
	bool preprocessed = option_is_preprocessed(job->input);
	if (preprocessed && !read_preprocessed(driver, job, &text))
		return false;
	if (!preprocessed)
		job->status = run_preprocessor(driver, job, &text);
	if (!job->status) {
		struct preprocess_input input = {
			.form = preprocessed ? PREPROCESS_PLAIN : driver->backend.is_clang ? PREPROCESS_MACROS : PREPROCESS_RECORDS,
			.output = text.bytes ? text.bytes : "", .length = text.length, .main_name = name_of(job->input),
			.main_text = driver->standard_input, .main_length = driver->standard_input_length,
			.forced = is_forced(driver, job->input),
		};
		preprocess_read(&job->analysis, &input);
	}
	text_free(&text);
	return true;
}

/* ---- translation ---- */

static bool wants_color(const struct options *options)
{
	const struct option *option = options_find(options, OPTION_COMPILE, "-fdiagnostics-color");
	const struct option *none = options_find(options, OPTION_COMPILE, "-fno-diagnostics-color");
	if (none && (!option || none > option))
		return false;
	const char *value = option && option->text[19] == '=' ? option->text + 20 : option ? "always" : "auto";
	if (strcmp(value, "auto"))
		return !strcmp(value, "always");
	const char *term = getenv("TERM"), *colors = getenv("GCC_COLORS");
	return isatty(STDERR_FILENO) && term && strcmp(term, "dumb") && (!colors || *colors);
}

static struct diagnostic_options diagnostic_options(const struct options *options, const char ***switches)
{
	struct diagnostic_options result = {.color = wants_color(options)};
	*switches = memory_new(options->count, sizeof **switches);
	for (size_t i = 0; i < options->count; i++) {
		const char *text = options->list[i].text;
		if (text[0] != '-' || (options->list[i].kind != OPTION_COMPILE && options->list[i].kind != OPTION_OURS))
			continue;
		if (!strcmp(text, "-Werror") || !strcmp(text, "-Wno-error"))
			result.werror = text[2] == 'e';
		else if (!strcmp(text, "-w"))
			result.no_warnings = true;
		else if (text[1] == 'W' && strncmp(text, "-Wp,", 4) && strncmp(text, "-Wa,", 4))
			(*switches)[result.switch_count++] = text;
	}
	result.switches = *switches;
	return result;
}

static void translate_unit(struct driver *driver, struct job *job)
{
	const char **switches;
	struct unit_work work = {.analysis = &job->analysis};
	work.diagnostic_options = diagnostic_options(&driver->options, &switches);
	bool good = driver->passes(&work);
	free(switches);
	job->lowered = work.lowered;
	job->fate = !good ? FATE_FAILED : work.untouched ? FATE_LEFT : FATE_LOWERED;
	job->status = !good;
	if (job->fate == FATE_LEFT && option_is_preprocessed(job->input)) {
		text_add(&job->lowered.text, job->analysis.text, job->analysis.length);
		job->lowered.preprocessed = true;
		job->fate = FATE_LOWERED;
	}
	if (job->lowered.preprocessed)
		make_whole(driver, job);
	if (driver->options.verbose && job->lowered.preprocessed)
		fprintf(stderr, "concc: %s is compiled from its preprocessed text: %s\n", name_of(job->input),
		        job->lowered.reason ? job->lowered.reason : "");
}

/* A failed preprocessor has said what is wrong. What it says in passing (#warning) the back end will say
 * again, unless it gets the preprocessed text. */
static void decide(struct driver *driver, struct job *job)
{
	if (driver->options.no_conc || (!is_forced(driver, job->input) && !option_is_preprocessed(job->input) &&
	                                !reach_conc_header(&driver->options, job->input->text, driver->standard_input,
	                                                   driver->standard_input_length)))
		return;
	if (!analyse(driver, job))
		return;
	if (job->status)
		job->fate = FATE_FAILED;
	else if (job->analysis.is_dialect)
		translate_unit(driver, job);
	if (job->errors.length && (job->fate == FATE_FAILED || job->lowered.preprocessed))
		fwrite(job->errors.bytes, 1, job->errors.length, stderr);
}

/* ---- compiling lowered text ---- */

/* The fallback's text is preprocessed but for an #include of the real conc.h, whose macros it uses: one more
 * run of the preprocessor, without what the command line defines and includes, which is in it already. */
static const char *preprocess_fallback(struct driver *driver, struct job *job, const char *path)
{
	struct command command;
	struct text output = {0};
	command_start(&command, &driver->backend);
	command_add(&command, "-E");
	command_add(&command, "-w");
	command_add(&command, "-xc");
	for (size_t i = 0; i < driver->options.count; i++) {
		const struct option *option = &driver->options.list[i];
		bool target = option->kind == OPTION_COMPILE && (!strncmp(option->text, "-m", 2) || !strncmp(option->text, "-std=", 5) ||
		                                                 !strncmp(option->text, "-O", 2) || !strncmp(option->text, "-fsan", 5));
		if (target)
			command_add(&command, option->text);
	}
	command_unit_flags(&command, &driver->backend);
	command_add(&command, path);
	job->status = process_run(&(struct process){.arguments = command.list, .output = &output});
	command_free(&command);
	const char *preprocessed = process_temporary("fallback.i");
	FILE *file = fopen(preprocessed, "w");
	if (!file || fwrite(output.bytes ? output.bytes : "", 1, output.length, file) != output.length || fclose(file)) {
		diagnose_plain(SEVERITY_ERROR, "cannot write %s", preprocessed);
		exit(1);
	}
	text_free(&output);
	return preprocessed;
}

static const char *write_lowered(const struct job *job)
{
	char *stem = stem_of(strcmp(job->input->text, "-") ? base_of(job->input->text) : "stdin");
	char *name = text_format("%s.c", stem);
	const char *path = process_temporary(name);
	FILE *file = fopen(path, "w");
	if (!file || fwrite(job->lowered.text.bytes, 1, job->lowered.text.length, file) != job->lowered.text.length ||
	    fclose(file)) {
		diagnose_plain(SEVERITY_ERROR, "cannot write %s", path);
		exit(1);
	}
	free(name);
	free(stem);
	return path;
}

static void save_lowered(const struct driver *driver, const struct job *job)
{
	if (!driver->options.save_temps)
		return;
	char *stem = product_stem(driver, job->input);
	char *name = text_format("%s.lowered.c", stem);
	FILE *file = fopen(name, "w");
	if (file) {
		fwrite(job->lowered.text.bytes, 1, job->lowered.text.length, file);
		fclose(file);
	}
	free(name);
	free(stem);
}

/* Quoted includes are looked for beside the author's file first. */
static void add_quote_folder(struct command *command, const char *name)
{
	size_t length = (size_t)(base_of(name) - name);
	command_add(command, "-iquote");
	command_format(command, "%.*s", length ? (int)(length > 1 ? length - 1 : 1) : 1, length ? name : ".");
}

static void add_mode(struct command *command, enum mode mode)
{
	command_add(command, mode == MODE_ASSEMBLY ? "-S" : mode == MODE_SYNTAX ? "-fsyntax-only" : "-c");
}

static char *output_name(const struct driver *driver, const struct job *job)
{
	const struct options *options = &driver->options;
	if (options->mode == MODE_SYNTAX)
		return NULL;
	if (options->mode != MODE_LINK && options->output)
		return text_copy(options->output, strlen(options->output));
	char *stem = stem_of(strcmp(job->input->text, "-") ? base_of(job->input->text) : "stdin");
	char *name = text_format("%s.%s", stem, suffix(driver));
	if (options->mode == MODE_LINK) {
		const char *path = process_temporary(name);
		free(name);
		name = text_copy(path, strlen(path));
	}
	free(stem);
	return name;
}

/* By-products of a link stand beside the program: prog-bank.gcno, but bank.gcno for bank.c alone. */
static void add_dump_folder(const struct driver *driver, const struct job *job, struct command *command)
{
	const char *output = driver->options.output ? driver->options.output : "a";
	char *program = stem_of(output), *unit = stem_of(base_of(job->input->text));
	bool alone = driver->options.inputs == 1 && !strcmp(base_of(program), unit);
	command_add(command, "-dumpdir");
	if (alone)
		command_format(command, "%.*s", (int)(base_of(output) - output), output);
	else
		command_format(command, "%s-", program);
	free(program);
	free(unit);
}

static void add_output(const struct driver *driver, struct job *job, struct command *command)
{
	char *name = output_name(driver, job);
	if (!name)
		return;
	command_add(command, "-o");
	command_format(command, "%s", name);
	job->object = command->list[command->count - 1];
	if (driver->options.mode == MODE_LINK && !driver->backend.is_clang)
		add_dump_folder(driver, job, command);
	free(name);
}

/* What the user's -ffile-prefix-map makes of the author's name: only one map is applied to ours. */
static void add_map(const struct driver *driver, struct command *command, const char *path, const char *name)
{
	static const char *const options[] = {"-ffile-prefix-map=", "-fdebug-prefix-map="};
	for (size_t i = 0; i < 2; i++) {
		const struct option *option = options_find(&driver->options, OPTION_COMPILE, options[i]);
		const char *old = option ? option->text + strlen(options[i]) : "=";
		const char *new = strchr(old, '=');
		size_t length = new ? (size_t)(new - old) : 0;
		if (length && !strncmp(name, old, length)) {
			command_format(command, "-ffile-prefix-map=%s=%s%s", path, new + 1, name + length);
			return;
		}
	}
	command_format(command, "-ffile-prefix-map=%s=%s", path, name);
}

static void compile_lowered(struct driver *driver, struct job *job)
{
	struct command command;
	const char *path = write_lowered(job);
	save_lowered(driver, job);
	command_start(&command, &driver->backend);
	add_mode(&command, driver->options.mode);
	add_quote_folder(&command, strcmp(job->input->text, "-") ? job->input->text : "");
	command_options(&command, &driver->options, OPTION_COMPILE);
	command_options(&command, &driver->options, OPTION_SAVE);
	command_unit_flags(&command, &driver->backend);
	add_map(driver, &command, path, name_of(job->input));
	if (job->lowered.preprocessed)
		path = preprocess_fallback(driver, job, path);
	if (driver->backend.is_clang)
		command_add(&command, "-Wno-unused-command-line-argument");
	add_output(driver, job, &command);
	command_add(&command, job->lowered.preprocessed ? "-xcpp-output" : "-xc");
	command_add(&command, path);
	command_shorten(&command, &driver->backend);
	job->status = process_run(&(struct process){.arguments = command.list});
	if (job->status)
		job->fate = FATE_FAILED;
	if (job->object)
		job->object = text_copy(job->object, strlen(job->object)); /* lives as long as the process */
	command_free(&command);
}

static void compile_jobs(struct driver *driver)
{
	char *first = getenv("DEPENDENCIES_OUTPUT"), *second = getenv("SUNPRO_DEPENDENCIES");
	first = first ? text_copy(first, strlen(first)) : NULL;
	second = second ? text_copy(second, strlen(second)) : NULL;
	unsetenv("DEPENDENCIES_OUTPUT"); /* the preprocessing run has told the truth already */
	unsetenv("SUNPRO_DEPENDENCIES");
	for (size_t i = 0; i < driver->job_count; i++)
		if (driver->jobs[i].fate == FATE_LOWERED)
			compile_lowered(driver, &driver->jobs[i]);
	if (first)
		setenv("DEPENDENCIES_OUTPUT", first, 1);
	if (second)
		setenv("SUNPRO_DEPENDENCIES", second, 1);
	free(first);
	free(second);
}

/* ---- the rest of the command ---- */

static const struct job *job_of(const struct driver *driver, const struct option *input)
{
	for (size_t i = 0; i < driver->job_count; i++)
		if (driver->jobs[i].input == input)
			return &driver->jobs[i];
	return NULL;
}

static void add_as(struct command *command, const char *language, const char *text, const char *forced)
{
	command_format(command, "-x%s", language);
	command_add(command, text);
	command_format(command, "-x%s", forced ? forced : "none");
}

static void add_input(const struct driver *driver, struct command *command, const struct option *input)
{
	const struct job *job = job_of(driver, input);
	const char *dot = strrchr(input->text, '.');
	if (job && job->fate != FATE_LEFT) {
		if (driver->options.mode == MODE_LINK && job->object)
			add_as(command, "none", job->object, input->forced);
	} else if (!input->forced && dot && !strcmp(dot, ".conc")) {
		add_as(command, "c", input->text, NULL);
	} else {
		command_add(command, input->text);
	}
}

static bool compiles_c(const struct driver *driver)
{
	for (size_t i = 0; i < driver->options.count; i++) {
		const struct option *option = &driver->options.list[i];
		const struct job *job = job_of(driver, option);
		if (option->kind == OPTION_INPUT && option->language && (!job || job->fate == FATE_LEFT))
			return true;
	}
	return false;
}

/* The user's arguments, with lowered inputs taken out or replaced by their objects. */
static void make_rest(const struct driver *driver, struct command *command)
{
	const struct options *options = &driver->options;
	command_start(command, &driver->backend);
	for (size_t i = 0; i < options->count; i++) {
		const struct option *option = &options->list[i];
		if (option->kind == OPTION_OURS)
			continue;
		if (option->kind == OPTION_INPUT) {
			add_input(driver, command, option);
			continue;
		}
		command_add(command, option->text);
		if (option->value)
			command_add(command, option->value);
	}
	if (driver->analysis_form)
		command_analysis_flags(command, &driver->backend);
	else if (compiles_c(driver))
		command_unit_flags(command, &driver->backend);
	if (options->mode == MODE_LINK && options->inputs)
		command_link_flags(command, &driver->backend, options);
	command_shorten(command, &driver->backend);
}

static int run_rest(struct driver *driver)
{
	struct command command;
	make_rest(driver, &command);
	int status = process_run(&(struct process){.arguments = command.list, .input = driver->standard_input,
	                                           .input_length = driver->standard_input_length});
	command_free(&command);
	return status;
}

static int become_back_end(struct driver *driver)
{
	struct command command;
	make_rest(driver, &command);
	bool response_file = command.count > 1 && command.list[command.count - 1][0] == '@';
	if (driver->standard_input || response_file)
		return run_rest(driver);
	return process_become(command.list);
}

/* ---- the flow ---- */

static void find_jobs(struct driver *driver)
{
	driver->jobs = memory_new(driver->options.inputs, sizeof *driver->jobs);
	for (size_t i = 0; i < driver->options.count; i++)
		if (option_is_c(&driver->options.list[i]))
			driver->jobs[driver->job_count++].input = &driver->options.list[i];
}

static void read_standard_input(struct driver *driver)
{
	for (size_t i = 0; i < driver->job_count; i++)
		if (!strcmp(driver->jobs[i].input->text, "-") && !driver->standard_input)
			driver->standard_input = source_read("/dev/stdin", &driver->standard_input_length);
}

/* The result depends on the translator and on the macros of conc.h, neither of which -E shows: a compiler
 * cache must see that they changed. */
static int put_version(const struct driver *driver)
{
	const char *output = driver->options.output;
	FILE *file = output && strcmp(output, "-") ? fopen(output, "a") : stdout;
	if (!file)
		return 1;
	fprintf(file, "# 1 \"<concc %s %lx>\"\n", show_version(), backend_fingerprint(&driver->backend));
	return fclose(file) ? 1 : 0;
}

/* -E keeps the dialect, so that its output can be translated elsewhere. */
static int preprocess_only(struct driver *driver)
{
	const struct options *options = &driver->options;
	bool prints_text = options_find(options, OPTION_MODE, "-E") && !options_find(options, OPTION_MODE, "-M");
	find_jobs(driver);
	read_standard_input(driver);
	for (size_t i = 0; i < driver->job_count && prints_text && !options->no_conc; i++)
		driver->analysis_form |= reach_conc_header(options, driver->jobs[i].input->text, driver->standard_input,
		                                           driver->standard_input_length);
	if (!driver->analysis_form || options_find(options, OPTION_LAYOUT, "-"))
		return become_back_end(driver);
	process_watch_signals();
	int status = run_rest(driver);
	return status ? status : put_version(driver);
}

/* What only prints, or is wrong, is the back end's business alone. */
static bool may_translate(const struct options *options)
{
	bool one_output = options->output && (options->mode == MODE_COMPILE || options->mode == MODE_ASSEMBLY);
	return options->mode != MODE_PREPROCESS && options->mode != MODE_INFORM && !options->trouble &&
	       !(one_output && options->inputs > 1);
}

static int print_lowered(struct driver *driver)
{
	const char *output = driver->options.output;
	FILE *file = output && strcmp(output, "-") ? fopen(output, "w") : stdout;
	if (!file) {
		diagnose_plain(SEVERITY_ERROR, "cannot write %s", output);
		return 1;
	}
	for (size_t i = 0; i < driver->job_count; i++) {
		const struct job *job = &driver->jobs[i];
		struct text own = {0};
		size_t length = 0;
		char *bytes = job->fate == FATE_LEFT && strcmp(job->input->text, "-") ? source_read(job->input->text, &length) : NULL;
		text_add(&own, bytes ? bytes : driver->standard_input, bytes ? length : driver->standard_input_length);
		const struct text *text = job->fate == FATE_LOWERED ? &job->lowered.text : &own;
		fwrite(text->bytes, 1, text->length, file);
		text_free(&own);
		free(bytes);
	}
	return fclose(file) ? 1 : 0;
}

/* The worst status so far; outputs of failed units are taken away. */
static int failures(const struct driver *driver)
{
	int status = 0;
	for (size_t i = 0; i < driver->job_count; i++) {
		const struct job *job = &driver->jobs[i];
		if (job->fate != FATE_FAILED)
			continue;
		status = status ? status : job->status;
		char *name = driver->options.mode == MODE_LINK || driver->options.mode == MODE_EMIT ? NULL : output_name(driver, job);
		struct stat status_of_output;
		if (name && !stat(name, &status_of_output) && S_ISREG(status_of_output.st_mode))
			unlink(name); /* not -o /dev/null */
		free(name);
	}
	return status;
}

static int finish(struct driver *driver)
{
	bool left = false, lowered = false;
	for (size_t i = 0; i < driver->job_count; i++)
		lowered |= driver->jobs[i].fate != FATE_LEFT;
	if (!lowered)
		return become_back_end(driver);
	compile_jobs(driver);
	int status = failures(driver);
	left = driver->options.mode == MODE_LINK ? status == 0 : compiles_c(driver);
	int rest = left ? run_rest(driver) : 0;
	return status ? status : rest;
}

static int translate_all(struct driver *driver)
{
	process_watch_signals();
	find_jobs(driver);
	read_standard_input(driver);
	for (size_t i = 0; i < driver->job_count; i++)
		decide(driver, &driver->jobs[i]);
	if (driver->options.mode != MODE_EMIT)
		return finish(driver);
	int status = failures(driver);
	return status ? status : print_lowered(driver);
}

int driver_run(int count, char **arguments, driver_passes *passes)
{
	struct driver driver = {.passes = passes};
	options_read(&driver.options, count, arguments);
	backend_find(&driver.backend, &driver.options);
	int status;
	if (driver.options.show)
		status = show(driver.options.show, &driver.options, &driver.backend);
	else if (may_translate(&driver.options))
		status = translate_all(&driver);
	else if (driver.options.mode == MODE_PREPROCESS)
		status = preprocess_only(&driver);
	else
		status = become_back_end(&driver);
	process_clean();
	return status;
}
