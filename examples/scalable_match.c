// SPDX-License-Identifier: MIT
// As grep -FHb: `scalable_match STRING FILE …` prints each line with STRING in it, its file and where it begins. Files are
// mapped and sent in pieces that end with a line. What replicas find comes together in no order; it is put in order when all
// of it is there, by where it was.
#define _GNU_SOURCE
#include <conc.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PIECE = 1 << 13 };

struct file { const char *path, *text; size_t size; };
struct match { const struct file *file; const char *line; };

actor matcher { const char *string; struct match *found; size_t matches, room; };
message piece { const struct file *file; const char *begin, *end; };
message print {};

static void add(matcher *self, const struct match *found, size_t n)
{
	if (self->matches + n > self->room) {
		self->room = 2 * (self->matches + n);
		self->found = realloc(self->found, self->room * sizeof *found);
	}
	if (n) memcpy(self->found + self->matches, found, n * sizeof *found);
	self->matches += n;
}

scalable receive (matcher *self, piece *m)
{
	size_t length = strlen(self->string);
	for (const char *at = m->begin; (at = memmem(at, (size_t)(m->end - at), self->string, length));) {
		const char *before = memrchr(m->begin, '\n', (size_t)(at - m->begin));
		const char *behind = memchr(at, '\n', (size_t)(m->end - at));
		add(self, &(struct match){ m->file, before ? before + 1 : m->begin }, 1);
		at = behind ? behind + 1 : m->end;
	}
}

// A replica must know what is looked for. The string is shared, nobody changes it.
export (matcher *self, matcher *replica) { replica->string = self->string; }

import (matcher *self, matcher *replica)
{
	add(self, replica->found, replica->matches);
	replica->matches = 0;
}

destroy (matcher *self) { free(self->found); }

static int by_place(const void *a, const void *b)
{
	const struct match *v = a, *w = b;
	if (v->file != w->file) return v->file < w->file ? -1 : 1;
	return (v->line > w->line) - (v->line < w->line);
}

receive (matcher *self, print *m)
{
	qsort(self->found, self->matches, sizeof *self->found, by_place);
	for (const struct match *f = self->found; f < self->found + self->matches; f++) {
		const char *end = memchr(f->line, '\n', (size_t)(f->file->text + f->file->size - f->line));
		int length = (int)((end ? end : f->file->text + f->file->size) - f->line);
		printf("%s:%td:%.*s\n", f->file->path, f->line - f->file->text, length, f->line);
	}
}

static struct file map(const char *path)
{
	struct stat about;
	int fd = open(path, O_RDONLY);
	if (fd < 0 || fstat(fd, &about)) perror(path), exit(2);
	struct file file = { path, "", (size_t)about.st_size };
	if (file.size) file.text = mmap(NULL, file.size, PROT_READ, MAP_PRIVATE, fd, 0);
	if (file.text == MAP_FAILED) perror(path), exit(2);
	close(fd);
	return file;
}

int main(int argc, char **argv)
{
	if (argc < 3) return fprintf(stderr, "usage: %s STRING FILE …\n", argv[0]), 2;
	struct file files[argc];
	conc_actors_start(NULL);
	matcher m = { argv[1] };
	for (int i = 2; i < argc; i++) {
		struct file *f = &files[i];
		*f = map(argv[i]);
		for (const char *at = f->text, *all = at + f->size, *end; at < all; at = end) {
			end = all - at > PIECE ? memchr(at + PIECE, '\n', (size_t)(all - at) - PIECE) : NULL;
			end = end ? end + 1 : all;
			m | (piece){ f, at, end };
		}
	}
	m | (print){};
}
