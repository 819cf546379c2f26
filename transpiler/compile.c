/* SPDX-License-Identifier: MIT */
/* Runs the back end on lowered text.
 *
 * The lowered text carries `#line 1 "bank.c"`, and the temporary name is mapped to the author's by
 * -ffile-prefix-map: no by-product and no debug information knows it. Rejected: `-x c -` (gcc calls
 * the unit "<stdin>" in its debug information, and names no by-product after it). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "job.h"
#include "process.h"

/* The fallback's text is preprocessed but for an #include of the real conc.h, whose macros it uses:
 * one more run of the preprocessor, without what the command line defines and includes, which is in
 * it already. */
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
		bool target =
		        option->kind == OPTION_COMPILE &&
		        (!strncmp(option->text, "-m", 2) || !strncmp(option->text, "-std=", 5) ||
		         !strncmp(option->text, "-O", 2) || !strncmp(option->text, "-fsan", 5));
		if (target) command_add(&command, option->text);
	}
	command_unit_flags(&command, &driver->backend);
	command_add(&command, path);
	job->status = process_run(&(struct process){.arguments = command.list, .output = &output});
	command_free(&command);
	const char *preprocessed = process_temporary("fallback.i");
	FILE *file = fopen(preprocessed, "w");
	if (!file ||
	    fwrite(output.bytes ? output.bytes : "", 1, output.length, file) != output.length ||
	    fclose(file)) {
		diagnose_plain(SEVERITY_ERROR, "cannot write %s", preprocessed);
		exit(1);
	}
	text_free(&output);
	return preprocessed;
}

static const char *write_lowered(const struct job *job)
{
	char *stem = job_unit(job->input);
	char *name = text_format("%s.c", stem);
	const struct text *text =
	        job->lowered.aligned.bytes ? &job->lowered.aligned : &job->lowered.text;
	const char *path = process_temporary_for(text, name);
	FILE *file = fopen(path, "w");
	if (!file || fwrite(text->bytes, 1, text->length, file) != text->length || fclose(file)) {
		diagnose_plain(SEVERITY_ERROR, "cannot write %s", path);
		exit(1);
	}
	free(name);
	free(stem);
	return path;
}

static void save_lowered(const struct driver *driver, const struct job *job)
{
	if (!driver->options.save_temps) return;
	char *stem = job_product(driver, job->input);
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
	size_t length = (size_t)(job_base(name) - name);
	command_add(command, "-iquote");
	command_format(command, "%.*s", length ? (int)(length > 1 ? length - 1 : 1) : 1,
	               length ? name : ".");
}

static void add_mode(struct command *command, enum mode mode)
{
	command_add(command, mode == MODE_ASSEMBLY ? "-S"
	                     : mode == MODE_SYNTAX ? "-fsyntax-only"
	                                           : "-c");
}

char *job_output(const struct driver *driver, const struct job *job)
{
	const struct options *options = &driver->options;
	if (options->mode == MODE_SYNTAX) return NULL;
	if (options->mode != MODE_LINK && options->output)
		return text_copy(options->output, strlen(options->output));
	char *stem = job_unit(job->input);
	char *name = text_format("%s.%s", stem, job_suffix(driver));
	if (options->mode == MODE_LINK) {
		const char *path = process_temporary(name);
		free(name);
		name = text_copy(path, strlen(path));
	}
	free(stem);
	return name;
}

/* By-products of a link stand beside the program: prog-bank.gcno, but bank.gcno for bank.c alone.
 */
static void add_dump_folder(const struct driver *driver, const struct job *job,
                            struct command *command)
{
	const char *output = driver->options.output ? driver->options.output : "a";
	char *program = job_stem(output), *unit = job_stem(job_base(job->input->text));
	bool alone = driver->options.inputs == 1 && !strcmp(job_base(program), unit);
	command_add(command, "-dumpdir");
	if (alone) command_format(command, "%.*s", (int)(job_base(output) - output), output);
	else command_format(command, "%s-", program);
	free(program);
	free(unit);
}

static void add_output(const struct driver *driver, struct job *job, struct command *command)
{
	char *name = job_output(driver, job);
	if (!name) return;
	command_add(command, "-o");
	command_format(command, "%s", name);
	job->object = command->list[command->count - 1];
	if (driver->options.mode == MODE_LINK && !driver->backend.is_clang)
		add_dump_folder(driver, job, command);
	free(name);
}

/* What the user's -ffile-prefix-map makes of the author's name: only one map is applied to ours. */
static void add_map(const struct driver *driver, struct command *command, const char *path,
                    const char *name)
{
	static const char *const options[] = {"-ffile-prefix-map=", "-fdebug-prefix-map="};
	for (size_t i = 0; i < 2; i++) {
		const struct option *option =
		        options_find(&driver->options, OPTION_COMPILE, options[i]);
		const char *old = option ? option->text + strlen(options[i]) : "=";
		const char *new = strchr(old, '=');
		size_t length = new ? (size_t)(new - old) : 0;
		if (length && !strncmp(name, old, length)) {
			command_format(command, "-ffile-prefix-map=%s=%s%s", path, new + 1,
			               name + length);
			return;
		}
	}
	command_format(command, "-ffile-prefix-map=%s=%s", path, name);
}

/* What -include names may stand in the lowered text already. */
static void add_compile_options(const struct options *options, const struct job *job,
                                struct command *command)
{
	for (size_t i = 0; i < options->count; i++) {
		const struct option *option = &options->list[i];
		bool includes =
		        !strcmp(option->text, "-include") || !strcmp(option->text, "--include");
		if (option->kind != OPTION_COMPILE || (includes && job->lowered.commanded))
			continue;
		command_add(command, option->text);
		if (option->value) command_add(command, option->value);
	}
}

static void compile_lowered(struct driver *driver, struct job *job)
{
	struct command command;
	const char *path = write_lowered(job);
	save_lowered(driver, job);
	command_start(&command, &driver->backend);
	add_mode(&command, driver->options.mode);
	add_quote_folder(&command, strcmp(job->input->text, "-") ? job->input->text : "");
	add_compile_options(&driver->options, job, &command);
	command_options(&command, &driver->options, OPTION_SAVE);
	command_unit_flags(&command, &driver->backend);
	add_map(driver, &command, path, job_name(job->input));
	if (job->lowered.preprocessed) path = preprocess_fallback(driver, job, path);
	if (driver->backend.is_clang) command_add(&command, "-Wno-unused-command-line-argument");
	add_output(driver, job, &command);
	command_add(&command, job->lowered.preprocessed ? "-xcpp-output" : "-xc");
	command_add(&command, path);
	command_shorten(&command, &driver->backend);
	job->status = process_run(&(struct process){.arguments = command.list});
	if (job->status) job->fate = FATE_FAILED;
	if (job->object)
		job->object = text_copy(job->object,
		                        strlen(job->object)); /* lives as long as the process */
	command_free(&command);
}

/* Seeded schedules: what instruments a unit must not take part in the link, whose library is ours.
 */
static void compile_left(struct driver *driver, struct job *job)
{
	struct command command;
	command_start(&command, &driver->backend);
	add_mode(&command, MODE_COMPILE);
	command_options(&command, &driver->options, OPTION_COMPILE);
	job_depend(driver, job->input, &command);
	command_unit_flags(&command, &driver->backend);
	add_output(driver, job, &command);
	command_format(&command, "-x%s", job->input->language);
	command_add(&command, job->input->text);
	command_shorten(&command, &driver->backend);
	job->status = process_run(&(struct process){.arguments = command.list,
	                                            .input = driver->standard_input,
	                                            .input_length = driver->standard_input_length});
	job->fate = job->status ? FATE_FAILED : FATE_COMPILED;
	job->object = text_copy(job->object, strlen(job->object));
	command_free(&command);
}

void job_compile_left(struct driver *driver)
{
	for (size_t i = 0; i < driver->job_count; i++)
		if (driver->jobs[i].fate == FATE_LEFT) compile_left(driver, &driver->jobs[i]);
}

void job_compile_all(struct driver *driver)
{
	char *first = getenv("DEPENDENCIES_OUTPUT"), *second = getenv("SUNPRO_DEPENDENCIES");
	first = first ? text_copy(first, strlen(first)) : NULL;
	second = second ? text_copy(second, strlen(second)) : NULL;
	unsetenv("DEPENDENCIES_OUTPUT"); /* the preprocessing run has told the truth already */
	unsetenv("SUNPRO_DEPENDENCIES");
	for (size_t i = 0; i < driver->job_count; i++)
		if (driver->jobs[i].fate == FATE_LOWERED) compile_lowered(driver, &driver->jobs[i]);
	if (first) setenv("DEPENDENCIES_OUTPUT", first, 1);
	if (second) setenv("SUNPRO_DEPENDENCIES", second, 1);
	free(first);
	free(second);
}
