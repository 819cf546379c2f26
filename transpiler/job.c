/* SPDX-License-Identifier: MIT */
/* What a job's files are called. gcc's rules: by-products are named after the object, or in a link
 * after the program and the unit. */
#include "job.h"

#include <stdlib.h>
#include <string.h>

const char *job_base(const char *path)
{
	const char *slash = strrchr(path, '/');
	return slash ? slash + 1 : path;
}

/* path without its suffix. */
char *job_stem(const char *path)
{
	const char *dot = strrchr(job_base(path), '.');
	return text_copy(path, dot && dot > job_base(path) ? (size_t)(dot - path) : strlen(path));
}

const char *job_name(const struct option *input)
{
	return strcmp(input->text, "-") ? input->text : "<stdin>";
}

char *job_unit(const struct option *input)
{
	return job_stem(strcmp(input->text, "-") ? job_base(input->text) : "stdin");
}

/* Where a unit's by-products stand: what the object is called, without its suffix. */
char *job_product(const struct driver *driver, const struct option *input)
{
	const struct options *options = &driver->options;
	if (options->output && options->mode != MODE_EMIT) return job_stem(options->output);
	char *stem = job_unit(input);
	if (options->mode != MODE_LINK) return stem;
	char *product = text_format("a-%s", stem);
	free(stem);
	return product;
}

const char *job_suffix(const struct driver *driver)
{
	return driver->options.mode == MODE_ASSEMBLY ? "s" : "o";
}
