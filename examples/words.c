// SPDX-License-Identifier: MIT
// Count the words of the files named on the command line, a user thread for each file, as
//     tr -cs A-Za-z '\n' <FILES | sort | uniq -c
#include <conc.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct word { struct word *next; long count; char text[]; };
struct table { struct word *slots[1024]; };
monitor totals { struct table words; int files; };
thread reader { const char *path; totals *to; };

static void count(struct table *table, const char *text, long n)
{
	unsigned hash = 5381;
	for (const char *c = text; *c; c++)
		hash = hash * 33 + (unsigned char)*c;
	struct word **at = &table->slots[hash % 1024];
	while (*at && strcmp((*at)->text, text)) at = &(*at)->next;
	if (!*at) {
		*at = calloc(1, sizeof **at + strlen(text) + 1);
		strcpy((*at)->text, text);
	}
	(*at)->count += n;
}

static void merge(totals * mutex to, struct table *from)
{
	to->files++;
	for (int i = 0; i < 1024; i++)
		for (struct word *w = from->slots[i]; w; w = w->next)
			count(&to->words, w->text, w->count);
}

void main(reader *self)
{
	struct table *own = calloc(1, sizeof *own);
	char text[256];
	unsigned length = 0;
	blocking {
		FILE *file = fopen(self->path, "r");
		if (!file) perror(self->path), exit(1);
		for (int c = 0; c != EOF;) {
			c = getc(file);
			if (isalpha(c) && length < sizeof text - 1) {
				text[length++] = (char)c;
			} else if (length) {
				text[length] = 0, length = 0;
				count(own, text, 1);
			}
		}
		fclose(file);
	}
	merge(self->to, own);
}

static int by_text(const void *a, const void *b)
{
	return strcmp((*(struct word **)a)->text, (*(struct word **)b)->text);
}

int main(int argc, char **argv)
{
	totals *all = new totals {};
	reader *readers[argc];
	for (int i = 1; i < argc; i++) readers[i] = new reader { argv[i], all };
	for (int i = 1; i < argc; i++) delete readers[i];

	struct word **sorted = NULL;
	size_t n = 0;
	for (int i = 0; i < 1024; i++)
		for (struct word *w = all->words.slots[i]; w; w = w->next) {
			sorted = realloc(sorted, (n + 1) * sizeof *sorted);
			sorted[n++] = w;
		}
	qsort(sorted, n, sizeof *sorted, by_text);
	for (size_t i = 0; i < n; i++)
		printf("%7ld %s\n", sorted[i]->count, sorted[i]->text);
}
