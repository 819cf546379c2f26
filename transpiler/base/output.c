/* SPDX-License-Identifier: MIT */
/* The private folder is beside the output, because a file can be renamed only within a file system.
 * It is a folder rather than a file, so that an assembler that outlives concc cannot make that file
 * again. */
#define _GNU_SOURCE
#include "output.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "process.h"
#include "severity.h"

void output_begin(struct output *output, const char *name, bool in_place)
{
	*output = (struct output){.name = text_copy(name, strlen(name))};
	struct stat status;
	const char *base = file_name(name);
	output->plain = *base && strcmp(name, "-") && strlen(base) < 256 &&
	                (lstat(name, &status) ? errno == ENOENT : S_ISREG(status.st_mode));
	if (!in_place && output->plain) {
		char *pattern = text_format("%.*s.concc-XXXXXX", (int)(base - name), name);
		output->folder = process_folder(pattern);
		free(pattern);
	}
	if (output->folder) {
		output->partial = text_format("%s/%s", output->folder, base);
		process_guard(output->partial);
	} else {
		output->partial = text_copy(name, strlen(name));
	}
}

static bool move(const struct output *output, const char *base)
{
	char *from = text_format("%s/%s", output->folder, base);
	int length = (int)(file_name(output->name) - output->name);
	char *to = text_format("%.*s%s", length, output->name, base);
	bool moved = !rename(from, to);
	if (!moved) {
		diagnose_plain(SEVERITY_ERROR, "cannot write %s: %s", to, strerror(errno));
		unlink(from);
	}
	free(from);
	free(to);
	return moved;
}

/* The object goes last: by-products without it are harmless. */
static bool move_all(const struct output *output)
{
	const char *own = file_name(output->name);
	DIR *folder = opendir(output->folder);
	bool good = folder != NULL;
	for (struct dirent *entry; folder && (entry = readdir(folder));)
		if (strcmp(entry->d_name, ".") && strcmp(entry->d_name, "..") &&
		    strcmp(entry->d_name, own))
			good &= move(output, entry->d_name);
	if (folder) closedir(folder);
	return move(output, own) && good;
}

void output_drop(struct output *output)
{
	if (output->folder) {
		unlink(output->partial);
		if (!rmdir(output->folder)) {
			process_release(output->partial);
			process_release(output->folder);
		}
	}
	free(output->name);
	free(output->folder);
	free(output->partial);
	*output = (struct output){0};
}

bool output_finish(struct output *output)
{
	bool printed = !strcmp(output->name, "-"); /* by -S -o - */
	bool written = printed || access(output->partial, F_OK) == 0;
	if (!written)
		diagnose_plain(SEVERITY_ERROR, "the back end has not written %s", output->name);
	bool good = written && (!output->folder || move_all(output));
	output_drop(output);
	return good;
}
