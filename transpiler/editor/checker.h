/* SPDX-License-Identifier: MIT */
/* What concc itself says of a file while it is edited: its own errors and warnings, as diagnostics
 * of the Language Server Protocol. A thread translates the texts, a short time after the last
 * change of each, with the options that compile_commands.json has for the file. */
#ifndef CONCC_CHECKER_H
#define CONCC_CHECKER_H

#include "base/text.h"

struct checked_file {
	const char *path;
	struct text diagnostics, actions; /* elements of arrays of JSON */
	struct text emitted;              /* by --emit-c=pretty; empty after an error */
};

/* Called by that thread. */
typedef void checker_publish(void *data, const struct checked_file *file);

void checker_start(checker_publish *publish, void *data);

/* The file has this text now. It is copied. */
void checker_change(const char *path, const char *text, size_t length);

#endif
