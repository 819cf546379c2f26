/* SPDX-License-Identifier: MIT */
/* Names of a job's files. As in gcc, by-products are named after the object or, in a link, after
 * program and unit. */
#include "job.h"

#include <stdlib.h>
#include <string.h>

char *job_stem(const char *path)
{
	const char *dot = strrchr(file_name(path), '.');
	return text_copy(path, dot && dot > file_name(path) ? (size_t)(dot - path) : strlen(path));
}

const char *job_name(const struct option *input)
{
	return strcmp(input->text, "-") ? input->text : "<stdin>";
}

char *job_unit(const struct option *input)
{
	return job_stem(file_name(input->text));
}

/* ---- by-products ---- */

static bool is_a_file(const char *output)
{
	return output && strcmp(output, "-") != 0 && strcmp(output, "/dev/null") != 0;
}

static bool ends_in(const char *text, const char *end)
{
	size_t length = strlen(text), ending = strlen(end);
	return length > ending && !strcmp(text + length - ending, end);
}

bool job_links(const struct driver *driver)
{
	return driver->options.mode == MODE_LINK || driver->options.mode == MODE_SYNTAX;
}

bool job_names_all(const struct driver *driver)
{
	const struct options *options = &driver->options;
	return !job_links(driver) || (options->dump_folder && options->dump_base);
}

/* Returns -dumpbase's value without its -dumpbase-ext. */
static char *dump_stem(const struct options *options)
{
	const char *base = options->dump_base, *extension = options->dump_extension;
	size_t length = strlen(base);
	if (extension && ends_in(base, extension)) length -= strlen(extension);
	return text_copy(base, length);
}

/* Returns the program's part of by-products' names, "prog" in prog-bank.su; "" for bank.c alone in
 * a program bank. */
static char *program_stem(const struct driver *driver)
{
	const struct options *options = &driver->options;
	const char *base = is_a_file(options->output) ? file_name(options->output) : "a.out";
	bool cut = !strcmp(base, "a.out") || ends_in(base, ".exe");
	char *stem = text_copy(base, strlen(base) - (cut ? 4 : 0));
	for (size_t i = 0; i < driver->job_count && options->inputs == 1; i++) {
		char *unit = job_unit(driver->jobs[i].input);
		if (!strcmp(unit, stem)) *stem = '\0';
		free(unit);
	}
	return stem;
}

/* Returns the folder of the output, with its slash. */
static char *output_folder(const struct options *options)
{
	const char *output = options->output;
	bool beside = is_a_file(output) && !options->save_here;
	return text_copy(output ? output : "", beside ? (size_t)(file_name(output) - output) : 0);
}

char *job_folder(const struct driver *driver)
{
	const struct options *options = &driver->options;
	const char *base = options->dump_base;
	if (driver->backend.is_clang && job_links(driver))
		return options->save_beside ? output_folder(options) : text_copy("", 0);
	if (options->dump_folder && (!base || !*base))
		return text_copy(options->dump_folder, strlen(options->dump_folder));
	char *folder = output_folder(options);
	if (!job_links(driver) || (base && !*base)) return folder;
	char *stem = base ? dump_stem(options) : program_stem(driver);
	bool alone = strchr(stem, '/') != NULL;
	char *result = text_format("%s%s%s", alone ? "" : folder, stem, *stem ? "-" : "");
	free(stem);
	free(folder);
	return result;
}

static bool names_by_output(const struct driver *driver)
{
	const struct options *options = &driver->options;
	return !job_links(driver) && is_a_file(options->output) && options->mode != MODE_EMIT &&
	       !options->dump_base;
}

char *job_dump_base(const struct driver *driver, const struct option *input)
{
	const char *name = file_name(input->text), *dot = strrchr(name, '.');
	if (!names_by_output(driver)) return text_copy(name, strlen(name));
	char *stem = job_stem(file_name(driver->options.output));
	char *base = text_format("%s%s", stem, dot ? dot : "");
	free(stem);
	return base;
}

char *job_product(const struct driver *driver, const struct option *input)
{
	const struct options *options = &driver->options;
	bool named = options->dump_base && *options->dump_base;
	char *unit, *folder, *product;
	if (named && job_names_all(driver)) {
		unit = dump_stem(options);
		folder = options->dump_folder
		                 ? text_copy(options->dump_folder, strlen(options->dump_folder))
		                 : output_folder(options);
	} else {
		unit = names_by_output(driver) ? job_stem(file_name(options->output))
		                               : job_unit(input);
		folder = job_folder(driver);
	}
	product = text_format("%s%s", folder, unit);
	free(folder);
	free(unit);
	return product;
}

void job_hide_variables(bool hide)
{
	static const char *const names[] = {"DEPENDENCIES_OUTPUT", "SUNPRO_DEPENDENCIES"};
	static char *hidden[2];
	for (size_t i = 0; i < 2; i++) {
		const char *value = getenv(names[i]);
		if (hide && value) hidden[i] = text_copy(value, strlen(value));
		if (!hide && hidden[i]) setenv(names[i], hidden[i], 1);
		if (hide) unsetenv(names[i]);
	}
}
