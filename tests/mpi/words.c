// flags: -fconc-mpi -Wno-unused-parameter
// SPDX-License-Identifier: MIT
// What pointers point to travels by serialize and deserialize: a table of words, lines by value and by
// reference that are deleted when they were handled. What was made is freed, on every rank.
#include <stdint.h>
#include <string.h>
#include "remote.h"

struct entry {
	struct entry *next;
	char *word;
	long count;
};

static long live;

static void *keep(void *memory)
{
	__atomic_add_fetch(&live, 1, __ATOMIC_RELAXED);
	return memory;
}

static void drop(void *memory)
{
	if (memory) __atomic_sub_fetch(&live, 1, __ATOMIC_RELAXED);
	free(memory);
}

actor words { struct entry *first; };

message line { char *text; };
message top {};

static void count(words *self, const char *word, long by)
{
	struct entry **at = &self->first;

	while (*at && strcmp((*at)->word, word) < 0) at = &(*at)->next;
	if (!*at || strcmp((*at)->word, word)) {
		struct entry *made = keep(malloc(sizeof *made));

		*made = (struct entry){*at, keep(strdup(word)), 0};
		*at = made;
	}
	(*at)->count += by;
}

static void clear(words *self)
{
	for (struct entry *e = self->first, *next; e; e = next) {
		next = e->next;
		drop(e->word);
		drop(e);
	}
	self->first = NULL;
}

scalable receive (words *self, line *m)
{
	char text[200], *rest, *word;

	work(150000);

	snprintf(text, sizeof text, "%s", m->text);
	for (word = strtok_r(text, " ", &rest); word; word = strtok_r(NULL, " ", &rest)) count(self, word, 1);
}

receive (words *self, top *m)
{
	for (struct entry *e = self->first; e; e = e->next) printf("%s %ld ", e->word, e->count);
	printf("\n");
}

export (words *self, words *replica)
{
}

import (words *self, words *replica)
{
	for (struct entry *e = replica->first; e; e = e->next) count(self, e->word, e->count);
	clear(replica);
}

serialize (words *self, conc_writer *out)
{
	for (struct entry *e = self->first; e; e = e->next) {
		conc_writer_put_string(out, e->word);
		conc_writer_put(out, &e->count, sizeof e->count);
	}
	conc_writer_put_string(out, NULL);
}

deserialize (words *self, conc_reader *in)
{
	for (char *word; (word = conc_reader_get_string(in)); free(word)) {
		long by;

		conc_reader_get(in, &by, sizeof by);
		count(self, word, by);
	}
}

destroy (words *self)
{
	clear(self);
}

serialize (line *self, conc_writer *out)
{
	conc_writer_put_string(out, self->text);
}

deserialize (line *self, conc_reader *in)
{
	self->text = keep(conc_reader_get_string(in));
}

destroy (line *self)
{
	drop(self->text);
}

int main(void)
{
	static const char *const texts[] = {"the quick brown fox", "jumps over the lazy dog", "",
	                                    "dog and fox and the fox"};
	words w = {0};

	conc_actors_start(&split_always);
	for (int round = 0; round < 6; round++) {
		for (int i = 0; i < 400; i++) {
			char *text = keep(strdup(texts[i % 4]));

			if (i % 2) {
				line *by_reference = new line{text};

				conc_set_disposition(by_reference, Delete);
				w | by_reference;
			} else {
				w | (line){text};
			}
		}
		w | (top){};
	}
	stop_and_count();
	expect_remote();
	clear(&w);
	printf("%ld left\n", live);
}
