// SPDX-License-Identifier: MIT
// Count the words of the files named on the command line, or of this repository's documents, and print the most frequent. The
// files are cut into pieces at the ends of lines; one actor is sent all pieces and has one table, and how many replicas with
// how many tables there are meanwhile is the runtime's affair. Word by word: tr -cs A-Za-z '\n' <FILE | sort | uniq -c
#include <conc.h>
#include <ctype.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SLOTS = 1024, PIECE = 4096, BEST = 12 };

struct word { struct word *next; long count; size_t length; char text[]; };
struct table { struct word *slots[SLOTS]; long different, all; };

actor words { struct table table; };
message piece { const char *text, *end; };
message print {};

// The place of the word in its chain: where it is, or where it is to go.
static struct word **place(struct table *t, const char *text, size_t length)
{
	size_t hash = 5381;
	for (size_t i = 0; i < length; i++) hash = hash * 33 + (unsigned char)text[i];
	struct word **at = &t->slots[hash % SLOTS];
	while (*at && ((*at)->length != length || memcmp((*at)->text, text, length))) at = &(*at)->next;
	return at;
}

static void count(struct table *t, const char *text, size_t length)
{
	struct word **at = place(t, text, length);
	if (!*at) {
		*at = calloc(1, sizeof **at + length + 1);
		memcpy((*at)->text, text, (*at)->length = length);
		t->different++;
	}
	(*at)->count++;
	t->all++;
}

scalable receive (words *self, piece *m)
{
	for (const char *c = m->text; c < m->end;) {
		const char *start = c;
		while (c < m->end && isalpha((unsigned char)*c)) c++;
		if (c > start)
			count(&self->table, start, (size_t)(c - start));
		else
			c++;
	}
}

export (words *self, words *replica) { }

// The words move, they are not copied: one that is new here changes its table, one that is not leaves its number.
import (words *self, words *replica)
{
	struct table *to = &self->table, *from = &replica->table;
	for (int i = 0; i < SLOTS; i++)
		for (struct word *w; (w = from->slots[i]);) {
			struct word **at = place(to, w->text, w->length);
			from->slots[i] = w->next;
			if (*at) {
				(*at)->count += w->count;
				free(w);
			} else {
				w->next = NULL;
				*at = w;
				to->different++;
			}
		}
	to->all += from->all;
	from->all = from->different = 0;
}

static int by_count(const void *a, const void *b)
{
	const struct word *v = *(struct word *const *)a, *w = *(struct word *const *)b;
	return v->count != w->count ? (v->count < w->count) - (v->count > w->count) : strcmp(v->text, w->text);
}

receive (words *self, print *m)
{
	struct word **sorted = calloc((size_t)self->table.different + 1, sizeof *sorted);
	long n = 0;
	for (int i = 0; i < SLOTS; i++)
		for (struct word *w = self->table.slots[i]; w; w = w->next) sorted[n++] = w;
	qsort(sorted, (size_t)n, sizeof *sorted, by_count);
	printf("%ld words, %ld different\n", self->table.all, n);
	for (long i = 0; i < n && i < BEST; i++) printf("%7ld %s\n", sorted[i]->count, sorted[i]->text);
	free(sorted);
}

destroy (words *self)
{
	for (int i = 0; i < SLOTS; i++)
		for (struct word *w; (w = self->table.slots[i]); free(w)) self->table.slots[i] = w->next;
}

// The text of a file, for somebody to free.
static char *contents(const char *path, size_t *size)
{
	FILE *file = fopen(path, "r");
	if (!file || fseek(file, 0, SEEK_END)) perror(path), exit(1);
	*size = (size_t)ftell(file);
	rewind(file);
	char *text = malloc(*size + 1);
	*size = fread(text, 1, *size, file);
	fclose(file);
	return text;
}

static void send_pieces(words *to, const char *text, size_t size)
{
	for (const char *end = text + size, *next; text < end; text = next) {
		next = end - text < PIECE ? NULL : memchr(text + PIECE - 1, '\n', (size_t)(end - text) - PIECE + 1);
		next = next ? next + 1 : end;
		*to | (piece){ text, next };
	}
}

int main(int argc, char **argv)
{
	glob_t documents = { 0 };
	if (argc < 2) glob("docs/*.md", 0, NULL, &documents), glob("docs/*/*.md", GLOB_APPEND, NULL, &documents);
	size_t files = argc < 2 ? documents.gl_pathc : (size_t)argc - 1, size;
	char **paths = argc < 2 ? documents.gl_pathv : argv + 1, *texts[files + 1];
	{
		words w = {};
		conc_actors_start(NULL);
		for (size_t i = 0; i < files; i++) {
			texts[i] = contents(paths[i], &size);
			send_pieces(&w, texts[i], size);
		}
		w | (print){};
		conc_actors_stop();
	}
	for (size_t i = 0; i < files; i++) free(texts[i]);
	globfree(&documents);
}
