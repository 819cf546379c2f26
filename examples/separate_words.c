// SPDX-License-Identifier: MIT
// Count the words of the files named on the command line. A reader for each file sends every word to one of a few counters,
// by its hash; each counter is on a handler of its own, so that they count side by side, without a lock. A word goes as a
// structure, which is copied; so readers do not wait for counters.
#include <conc.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COUNTERS = 4, SLOTS = 512 };

typedef struct { char text[32]; unsigned hash; } word;
struct entry { struct entry *next; long count; word word; };
typedef struct { struct entry *slots[SLOTS]; long words, different; } counter;
struct best { long count; char text[32]; };

static void add(counter *c, word w)
{
	struct entry **at = &c->slots[w.hash / COUNTERS % SLOTS];
	while (*at && strcmp((*at)->word.text, w.text)) at = &(*at)->next;
	if (!*at) {
		*at = calloc(1, sizeof **at);
		(*at)->word = w;
		c->different++;
	}
	(*at)->count++;
	c->words++;
}

static struct best most_frequent(const counter *c)
{
	struct best best = { 0, "" };
	for (int i = 0; i < SLOTS; i++)
		for (struct entry *e = c->slots[i]; e; e = e->next)
			if (e->count > best.count || (e->count == best.count && strcmp(e->word.text, best.text) < 0)) {
				best.count = e->count;
				strcpy(best.text, e->word.text);
			}
	return best;
}

static void empty(counter *c)
{
	for (int i = 0; i < SLOTS; i++)
		for (struct entry *e; (e = c->slots[i]); free(e)) c->slots[i] = e->next;
}

static void read_words(const char *path, separate counter **counters)
{
	FILE *file = fopen(path, "r");
	if (!file) perror(path), exit(1);
	word w = { .hash = 5381 };
	unsigned length = 0;
	for (int c = 0; c != EOF;) {
		c = getc(file);
		if (isalpha(c)) {
			if (length == sizeof w.text - 1) continue;
			w.text[length++] = (char)tolower(c);
			w.hash = w.hash * 33 + (unsigned)tolower(c);
		} else if (length) {
			separate (to = counters[w.hash % COUNTERS]) add(to, w);
			w = (word){ .hash = 5381 };
			length = 0;
		}
	}
	fclose(file);
}

int main(int argc, char **argv)
{
	separate counter *counters[COUNTERS];
	for (int i = 0; i < COUNTERS; i++) counters[i] = new separate counter {};
	scope {
		for (int i = 1; i < argc; i++) spawn read_words(argv[i], counters);
	}
	long words = 0, different = 0;
	struct best best = { 0, "" };
	for (int i = 0; i < COUNTERS; i++) {
		separate (c = counters[i]) {
			struct best b = most_frequent(c);
			if (b.count > best.count) best = b;
			words += c->words, different += c->different;
			empty(c);
		}
		delete counters[i];
	}
	printf("%ld words, %ld different, %ld times '%s'\n", words, different, best.count, best.text);
}
