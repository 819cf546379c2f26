/* SPDX-License-Identifier: MIT */
/* A file is the same if its place, size and times are, or else if its text is: a header that was
 * made again with the same text has not changed. */
#include "watch.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "source.h"
#include "text.h"

struct watched {
	char *name;
	struct stat status;
	uint64_t hash;
};

static uint64_t hash_of(const char *text, size_t length)
{
	uint64_t hash = 14695981039346656037u;
	for (size_t i = 0; i < length; i++) hash = (hash ^ (unsigned char)text[i]) * 1099511628211u;
	return hash;
}

void watch_take(struct watch *watch, const struct analysis *analysis)
{
	*watch = (struct watch){
	        .list = memory_new((size_t)analysis->source_count, sizeof *watch->list)};
	for (int i = 0; i < analysis->source_count; i++) {
		const struct source *source = &analysis->sources[i];
		struct watched *file = &watch->list[watch->count];
		if (!source->text || stat(source->name, &file->status) ||
		    !S_ISREG(file->status.st_mode))
			continue;
		file->name = text_copy(source->name, strlen(source->name));
		file->hash = hash_of(source->text, source->length);
		watch->count++;
	}
}

void watch_free(struct watch *watch)
{
	for (int i = 0; i < watch->count; i++) free(watch->list[i].name);
	free(watch->list);
	*watch = (struct watch){0};
}

static bool same_time(const struct timespec *a, const struct timespec *b)
{
	return a->tv_sec == b->tv_sec && a->tv_nsec == b->tv_nsec;
}

static bool same_status(const struct stat *a, const struct stat *b)
{
	return a->st_dev == b->st_dev && a->st_ino == b->st_ino && a->st_size == b->st_size &&
	       same_time(&a->st_mtim, &b->st_mtim) && same_time(&a->st_ctim, &b->st_ctim);
}

static bool is_same(const struct watched *file)
{
	struct stat status;
	if (!stat(file->name, &status) && same_status(&status, &file->status)) return true;
	size_t length = 0;
	char *text = source_read(file->name, &length);
	bool same = text && hash_of(text, length) == file->hash;
	free(text);
	return same;
}

const char *watch_changed(const struct watch *watch)
{
	for (int i = 0; i < watch->count; i++)
		if (!is_same(&watch->list[i])) return watch->list[i].name;
	return NULL;
}

static bool is_among(const struct watched *file, const struct watch *before)
{
	for (int i = 0; i < before->count; i++)
		if (!strcmp(before->list[i].name, file->name))
			return before->list[i].hash == file->hash &&
			       same_status(&before->list[i].status, &file->status);
	return false;
}

static bool is_older(const struct timespec *time, const struct timespec *start)
{
	return time->tv_sec < start->tv_sec ||
	       (time->tv_sec == start->tv_sec && time->tv_nsec < start->tv_nsec);
}

const char *watch_unsettled(const struct watch *watch, const struct watch *before,
                            const struct timespec *start)
{
	for (int i = 0; i < watch->count; i++)
		if (!is_older(&watch->list[i].status.st_ctim, start) &&
		    !is_among(&watch->list[i], before))
			return watch->list[i].name;
	return NULL;
}
