/* SPDX-License-Identifier: MIT */
/* A file is unchanged if its inode, size and times are the same, or if its text is: a header that
 * was written again with the same text has not changed. */
#include "job.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "source/source.h"
#include "base/text.h"

struct header_stamp {
	char *name;
	struct stat status;
	uint64_t hash;
};

void header_stamps_take(struct header_stamps *stamps, const struct analysis *analysis)
{
	*stamps = (struct header_stamps){
	        .list = memory_new((size_t)analysis->source_count, sizeof *stamps->list)};
	for (int i = 0; i < analysis->source_count; i++) {
		const struct source *source = &analysis->sources[i];
		struct header_stamp *file = &stamps->list[stamps->count];
		if (!source->text || stat(source->name, &file->status) ||
		    !S_ISREG(file->status.st_mode))
			continue;
		file->name = text_copy(source->name, strlen(source->name));
		file->hash = text_hash(source->text, source->length);
		stamps->count++;
	}
}

void header_stamps_free(struct header_stamps *stamps)
{
	for (int i = 0; i < stamps->count; i++) free(stamps->list[i].name);
	free(stamps->list);
	*stamps = (struct header_stamps){0};
}

static int compare(const struct timespec *a, const struct timespec *b)
{
	if (a->tv_sec != b->tv_sec) return a->tv_sec < b->tv_sec ? -1 : 1;
	return (a->tv_nsec > b->tv_nsec) - (a->tv_nsec < b->tv_nsec);
}

static bool same_status(const struct stat *a, const struct stat *b)
{
	return a->st_dev == b->st_dev && a->st_ino == b->st_ino && a->st_size == b->st_size &&
	       !compare(&a->st_mtim, &b->st_mtim) && !compare(&a->st_ctim, &b->st_ctim);
}

/* Has the file the same text? Sets *touched if it was rewritten; then watches the new file. */
static bool is_same(struct header_stamp *file, const char **touched)
{
	struct stat status = {0};
	if (!stat(file->name, &status) && same_status(&status, &file->status)) return true;
	file->status = status;
	*touched = file->name;
	size_t length = 0;
	char *text = source_read(file->name, &length);
	bool same = text && text_hash(text, length) == file->hash;
	free(text);
	return same;
}

const char *header_stamps_changed(struct header_stamps *stamps, const char **touched)
{
	*touched = NULL;
	for (int i = 0; i < stamps->count; i++)
		if (!is_same(&stamps->list[i], touched)) return stamps->list[i].name;
	return NULL;
}

static bool is_among(const struct header_stamp *file, const struct header_stamps *before)
{
	for (int i = 0; i < before->count; i++)
		if (!strcmp(before->list[i].name, file->name))
			return before->list[i].hash == file->hash &&
			       same_status(&before->list[i].status, &file->status);
	return false;
}

const char *header_stamps_unsettled(const struct header_stamps *stamps,
                                    const struct header_stamps *before,
                                    const struct timespec *start)
{
	for (int i = 0; i < stamps->count; i++)
		if (compare(&stamps->list[i].status.st_ctim, start) >= 0 &&
		    !is_among(&stamps->list[i], before))
			return stamps->list[i].name;
	return NULL;
}
