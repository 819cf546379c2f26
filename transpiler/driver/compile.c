/* SPDX-License-Identifier: MIT */
/* Runs the back end on lowered text.
 *
 * The text carries `#line 1 "bank.c"`, and -ffile-prefix-map maps the name of the compiled file to
 * the author's name: no by-product and no debug information contains a temporary name. */
#define _GNU_SOURCE
#include "job.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/output.h"
#include "base/process.h"

const struct text *lowered_text(const struct lowered *lowered)
{
	return lowered->aligned.bytes ? &lowered->aligned : &lowered->text;
}

/* The fallback's text is preprocessed but for an #include of the real conc.h, whose macros it uses.
 * Preprocesses it once more, without the command line's definitions and includes, which it
 * contains. */
static const char *preprocess_fallback(struct driver *driver, struct job *job, const char *path)
{
	struct text output = {0};
	struct command command = command_start(&driver->backend);
	command_words(&command, "-E", "-w", "-xc", NULL);
	for (size_t i = 0; i < driver->options.count; i++) {
		const struct option *option = &driver->options.list[i];
		if (option->kind == OPTION_COMPILE &&
		    text_listed(option->text, "-m -std= -O -fsan", false))
			command_add(&command, option->text);
	}
	command_unit_flags(&command, &driver->backend);
	command_add(&command, path);
	job->status =
	        process_back_end(&(struct process){.arguments = command.list, .output = &output});
	command_free(&command);
	/* the back end takes the first name for the file's */
	preprocessed_trim(&output, lowered_text(&job->lowered));
	const char *preprocessed = process_temporary_text(&output, "fallback.i");
	text_free(&output);
	return preprocessed;
}

static const char *write_lowered(const struct job *job)
{
	const char *name = file_name(job->input->text);
	const char *path = process_temporary_text(lowered_text(&job->lowered),
	                                          strcmp(name, "-") ? name : "-.c");
	struct stat status; /* __TIMESTAMP__ is the author's file's */
	if (!stat(job->input->text, &status)) {
		struct timespec times[] = {status.st_atim, status.st_mtim};
		utimensat(AT_FDCWD, path, times, 0);
	}
	return path;
}

static void save_lowered(const struct driver *driver, const struct job *job)
{
	if (!driver->options.save_temps) return;
	char *stem = job_product(driver, job->input);
	char *name = text_format("%s.lowered.c", stem);
	process_write(name, job->lowered.text.bytes, job->lowered.text.length);
	free(name);
	free(stem);
}

void job_quote_folder(struct command *command, const char *name)
{
	size_t length = (size_t)(file_name(name) - name);
	command_add(command, "-iquote");
	command_format(command, "%.*s", length ? (int)(length > 1 ? length - 1 : 1) : 1,
	               length ? name : ".");
}

char *job_output(const struct driver *driver, const struct job *job)
{
	const struct options *options = &driver->options;
	bool header = option_is_header(job->input);
	if (options->mode == MODE_SYNTAX) return NULL;
	if (options->output && (options->mode != MODE_LINK || (header && !options->links)))
		return text_copy(options->output, strlen(options->output));
	if (header) return text_format("%s.gch", job->input->text);
	if (options->mode == MODE_LINK && options->save_temps) {
		char *product = job_product(driver, job->input);
		char *kept = text_format("%s.o", product);
		free(product);
		return kept;
	}
	char *stem = job_unit(job->input);
	char *name = text_format("%s.%s", stem, options->mode == MODE_ASSEMBLY ? "s" : "o");
	if (options->mode == MODE_LINK) {
		const char *path = process_temporary(name);
		free(name);
		name = text_copy(path, strlen(path));
	}
	free(stem);
	return name;
}

/* Adds options for by-products' names. gcc names them after the output and its options; in a link,
 * and for standard input, it is told. */
static void add_names(const struct driver *driver, const struct job *job, bool piped,
                      struct command *command)
{
	const struct options *options = &driver->options;
	const char *name = file_name(job->input->text), *dot = strrchr(name, '.');
	bool all = job_names_all(driver), clang = driver->backend.is_clang;
	for (size_t i = 0; i < options->count; i++) {
		const struct option *option = &options->list[i];
		if (option->kind != OPTION_SAVE && !(option->kind == OPTION_NAME && all)) continue;
		bool here = strstr(option->text, "=cwd") || strstr(option->text, "=obj");
		command_words(command, here && !all && !clang ? "-save-temps" : option->text,
		              option->value, NULL);
	}
	if (clang || (all && (!piped || options->dump_base))) return;
	char *folder = job_folder(driver), *base = job_dump_base(driver, job->input);
	if (!all) command_add(command, "-dumpdir");
	if (!all) command_format(command, "%s", folder);
	command_add(command, "-dumpbase");
	command_format(command, "%s", strcmp(base, "-") ? base : "-.c");
	if (dot) command_add(command, "-dumpbase-ext");
	if (dot) command_format(command, "%s", dot);
	free(base);
	free(folder);
}

/* Is the output written under its final name? clang never leaves a partial file. Some by-products'
 * names, in the object too, follow from the output's path. */
static bool in_place(const struct driver *driver)
{
	static const char list[] = "--coverage -coverage -ftest-coverage -fprofile -fauto-pro "
	                           "-fbranch-prob -gsplit -dump";
	const struct options *options = &driver->options;
	return driver->backend.is_clang || options->save_temps ||
	       options_find(options, OPTION_COMPILE, list) ||
	       options_find(options, OPTION_NAME, "-") || job_links(driver);
}

static void add_output(const struct driver *driver, struct job *job, struct command *command,
                       struct output *output)
{
	char *name = job_output(driver, job);
	if (!name) return;
	output_begin(output, name, in_place(driver));
	command_add(command, "-o");
	command_format(command, "%s", output->partial);
	job->object = name; /* lives as long as the process */
}

/* Runs the back end. If `again`, does so up to four times while files of the unit are rewritten
 * with the same text: the compiler may have read another text between. Output to a pipe cannot be
 * taken back: one run. Returns the name of a file that was changed all the same, or null. */
static const char *run_settled(struct job *job, const struct process *process, bool again)
{
	enum { ROUNDS = 4 };
	const char *touched = NULL;
	for (int round = 0; round < (again ? ROUNDS : 1); round++) {
		job->status = process_back_end(process);
		if (job->status || job->fate != FATE_LOWERED) return NULL;
		const char *changed = header_stamps_changed(&job->stamps, &touched);
		if (changed || !touched) return changed;
	}
	return touched;
}

/* input: the back end's standard input, or null. */
static void compile(struct driver *driver, struct job *job, struct command *command,
                    const struct text *input, struct output *output)
{
	if (!input && job->fate == FATE_LEFT) input = &driver->standard_input;
	const struct process process = {.arguments = command->list, .input = input};
	const char *changed = run_settled(job, &process, !output->name || output->plain);
	/* the preprocessor failed at text that the compiler never saw */
	if (!job->status && job->fate == FATE_LOWERED && job->preprocessor_status) {
		fwrite(job->errors.bytes, 1, job->errors.length, stderr);
		job->status = job->preprocessor_status;
	}
	if (!job->status && changed) {
		diagnose_plain(SEVERITY_ERROR, "%s was changed while %s was being compiled",
		               changed, job_name(job->input));
		job->status = 1;
	}
	if (!output->name) return;
	if (job->status) output_drop(output);
	else if (!output_finish(output)) job->status = 1;
}

/* clang's macros take the names from #line and need no map. A map for them would imply
 * -ffile-reproducible, which makes __FILE__ "level.h" where plain clang has "./level.h". */
static void add_map(const struct driver *driver, struct command *command, const char *path,
                    const char *name, size_t length, const char *rest)
{
	static const char *const kinds[] = {"debug", "coverage"};
	if (!driver->backend.is_clang)
		command_format(command, "-ffile-prefix-map=%s=%.*s%s", path, (int)length, name,
		               rest);
	else
		for (size_t i = 0; i < 2; i++)
			command_format(command, "-f%s-prefix-map=%s=%.*s%s", kinds[i], path,
			               (int)length, name, rest);
}

/* Maps path to what the user's maps make of the author's name. A compiler applies only the last map
 * that fits a name, and ours is last. */
void job_map(const struct driver *driver, struct command *command, const char *path,
             const char *name)
{
	static const char *const kinds[] = {"-ffile-prefix-map=", "-fdebug-prefix-map="};
	for (size_t i = driver->options.count; i-- > 0;) {
		const char *text = driver->options.list[i].text, *old = NULL;
		for (size_t k = 0; k < 2; k++)
			if (!strncmp(text, kinds[k], strlen(kinds[k])))
				old = text + strlen(kinds[k]);
		const char *new = old ? strchr(old, '=') : NULL;
		size_t length = new ? (size_t)(new - old) : 0;
		if (!length || strncmp(name, old, length) != 0) continue;
		add_map(driver, command, path, new + 1, strlen(new + 1), name + length);
		return;
	}
	add_map(driver, command, path, name, strlen(name), "");
}

/* True for box.h and -include box.h or -include-pch box.h.pch. */
static bool is_commanded(const struct lowered *lowered, const struct include_option *inclusion)
{
	char *stem = inclusion->compiled ? job_stem(inclusion->name) : NULL;
	const char *file = lowered->commanded, *value = stem ? stem : inclusion->name;
	size_t whole = strlen(file), part = strlen(value);
	bool found = whole >= part && !strcmp(file + whole - part, value) &&
	             (whole == part || file[whole - part - 1] == '/');
	free(stem);
	return found;
}

/* The lowered text contains the -include files from the first one with dialect on: their options
 * are left out. */
void job_compile_options(const struct options *options, const struct lowered *lowered,
                         struct command *command)
{
	bool there = false;
	for (size_t i = 0; i < options->count; i++) {
		const struct option *option = &options->list[i];
		struct include_option inclusion = options_inclusion(options, i);
		if (option->kind != OPTION_COMPILE) continue;
		there |= inclusion.options && lowered->commanded &&
		         is_commanded(lowered, &inclusion);
		if (inclusion.options && there) {
			i += inclusion.options - 1;
			continue;
		}
		command_words(command, option->text, option->value, NULL);
	}
}

static void compile_pass(struct command *command, const char *option, const char *folder,
                         const char *name, const char *suffix)
{
	command_words(command, "-Xclang", option, "-Xclang", NULL);
	command_format(command, "%s%s%s", folder, name, suffix);
}

/* In a link clang names by-products after the unit, not after its temporary object. */
static void add_clang_names(const struct driver *driver, const struct job *job,
                            struct command *command)
{
	static const char counts[] = "--coverage -coverage -ftest-coverage -fprofile-arcs";
	const struct options *options = &driver->options;
	char *unit = job_product(driver, job->input), *folder = realpath(".", NULL);
	bool counted = options_find(options, OPTION_COMPILE, counts);
	char *place = text_format("%s/", folder && *unit != '/' ? folder : "");
	if (counted) compile_pass(command, "-coverage-notes-file", place, unit, ".gcno");
	if (counted) compile_pass(command, "-coverage-data-file", place, unit, ".gcda");
	if (options_find(options, OPTION_COMPILE, "-fstack-usage")) {
		char *stem = options->output ? job_stem(options->output) : NULL;
		compile_pass(command, "-stack-usage-file", "", stem ? stem : unit, ".su");
		free(stem);
	}
	free(place);
	free(folder);
	free(unit);
}

/* For a unit in the current folder gcc calls a header beside it by its bare name only if it knows
 * no folder, as on standard input. A compiler cache cannot use that, and macros about the file
 * itself would be empty. */
static bool may_pipe(const struct driver *driver, const struct job *job, const struct text *text)
{
	const struct options *options = &driver->options;
	return !driver->backend.is_clang && !driver->backend.launched && !options->save_temps &&
	       !job->lowered.preprocessed && !option_is_header(job->input) &&
	       !strchr(job->input->text, '/') &&
	       !options_find(options, OPTION_COMPILE, "-fcallgraph-info") &&
	       !memmem(text->bytes, text->length, "__BASE_FILE__", 13) &&
	       !memmem(text->bytes, text->length, "__TIMESTAMP__", 13);
}

/* Returns N of -Wunused-const-variable=N, 2 without a number. If it is absent, -Wunused-variable,
 * -Wunused or -Wall, in this order, decides: 1 or 0. */
static int constants_level(const struct options *options)
{
	static const char *const names[] = {"unused-const-variable", "unused-variable", "unused",
	                                    "all"};
	int levels[] = {-1, -1, -1, 0};
	for (size_t i = 0; i < options->count; i++) {
		const char *text = options->list[i].text;
		if (options->list[i].kind != OPTION_COMPILE || strncmp(text, "-W", 2) != 0)
			continue;
		bool off = !strncmp(text + 2, "no-", 3), error = !strncmp(text + 2, "error=", 6);
		const char *name = text + (off ? 5 : error ? 8 : 2);
		size_t length = strcspn(name, "=");
		for (size_t k = 0; k < sizeof names / sizeof *names; k++)
			if (strlen(names[k]) == length && !strncmp(name, names[k], length))
				levels[k] = off            ? 0
				            : name[length] ? atoi(name + length + 1)
				                           : 1 + !k;
	}
	for (size_t k = 0;; k++)
		if (levels[k] >= 0) return levels[k];
}

static void compile_lowered(struct driver *driver, struct job *job)
{
	struct output output = {0};
	/* Must gcc warn of unused constants as in the main file? (translate.c) */
	bool constants = !driver->backend.is_clang && !job->lowered.preprocessed &&
	                 !option_is_header(job->input) && constants_level(&driver->options) == 1;
	if (constants && job->lowered.uses.length)
		text_printf(&job->lowered.aligned, "\n%s", job->lowered.uses.bytes);
	save_lowered(driver, job);
	struct text *text = job->lowered.aligned.bytes ? &job->lowered.aligned : &job->lowered.text;
	if (job->lowered.summaries.length && !option_is_header(job->input))
		summaries_add(text, &job->lowered.summaries);
	bool piped = may_pipe(driver, job, text), named = strcmp(job->input->text, "-") != 0;
	const char *path = piped ? "<stdin>" : write_lowered(job);
	struct command command = command_start(&driver->backend);
	command_add(&command, driver->options.mode == MODE_ASSEMBLY ? "-S"
	                      : driver->options.mode == MODE_SYNTAX ? "-fsyntax-only"
	                                                            : "-c");
	/* a mutex statement nests two blocks; clang's default limit is 256 */
	if (driver->backend.is_clang) command_add(&command, "-fbracket-depth=1024");
	if (!piped) job_quote_folder(&command, named ? job->input->text : "");
	command_protection(&command, &driver->backend);
	job_compile_options(&driver->options, &job->lowered, &command);
	add_names(driver, job, piped, &command);
	command_unit_flags(&command, &driver->backend);
	if (!piped || named) job_map(driver, &command, path, job_name(job->input));
	if (job->lowered.preprocessed) path = preprocess_fallback(driver, job, path);
	if (job->status) {
		job->fate = FATE_FAILED;
		command_free(&command);
		return;
	}
	if (driver->backend.is_clang) command_add(&command, "-Wno-unused-command-line-argument");
	command_add(&command, "-Wno-unused-macros"); /* prepare.c prints these */
	if (constants) command_add(&command, "-Wunused-const-variable=2");
	if (driver->backend.is_clang && job_links(driver)) add_clang_names(driver, job, &command);
	add_output(driver, job, &command, &output);
	command_words(&command,
	              option_is_header(job->input) ? "-xc-header"
	              : job->lowered.preprocessed  ? "-xcpp-output"
	                                           : "-xc",
	              piped ? "-" : path, NULL);
	command_shorten(&command, &driver->backend);
	compile(driver, job, &command, piped ? text : NULL, &output);
	if (job->status) job->fate = FATE_FAILED;
	command_free(&command);
}

/* Options for seeded schedules that instrument a unit must not reach the link, which uses our
 * library. */
void job_compile_left(struct driver *driver)
{
	for (size_t i = 0; i < driver->job_count; i++) {
		struct job *job = &driver->jobs[i];
		struct output output = {0};
		if (job->fate != FATE_LEFT) continue;
		struct command command = command_start(&driver->backend);
		command_add(&command, "-c");
		command_options(&command, &driver->options, OPTION_COMPILE);
		job_depend(driver, job->input, NULL, &command);
		command_unit_flags(&command, &driver->backend);
		add_output(driver, job, &command, &output);
		command_format(&command, "-x%s", job->input->language);
		command_add(&command, job->input->text);
		command_shorten(&command, &driver->backend);
		compile(driver, job, &command, NULL, &output);
		job->fate = job->status ? FATE_FAILED : FATE_COMPILED;
		command_free(&command);
	}
}

void job_compile_all(struct driver *driver)
{
	job_hide_variables(true); /* the preprocessing run has written dependencies */
	for (size_t i = 0; i < driver->job_count; i++)
		if (driver->jobs[i].fate == FATE_LOWERED) compile_lowered(driver, &driver->jobs[i]);
	job_hide_variables(false);
}
