// SPDX-License-Identifier: MIT
// How often each word is in a text. Arguments: hash or sort, KiB of text, different words, KiB of a piece.
#ifndef BENCH_WORDS_H
#define BENCH_WORDS_H
#include "../mapreduce_table.h"
#include "sorter.h"

typedef struct state {
	tables counts;           // hash
	sorter letters[LETTERS]; // sort
} state;

static bool sorting;

static inline void make_input(int count, char **arguments)
{
	long length;

	if (count != 4) exit(2);
	sorting = !strcmp(arguments[0], "sort");
	const char *text = zipf_text(atol(arguments[1]) << 10, atol(arguments[2]), &length);
	cut_lines(text, length, atol(arguments[3]) << 10);
}

HOT sorter *letter_of(state *s, const span *w) { return &s->letters[w->text[0] - 'a']; }

HOT void state_add(state *s, const span *w)
{
	if (sorting) sorter_add(letter_of(s, w), w);
	else ++*tables_at(&s->counts, w);
}

static inline void state_map(state *s, const piece *p)
{
	span w;
	for (const char *at = p->text; next_word(&at, p->text + p->length, &w);) state_add(s, &w);
}

static inline void state_merge(state *into, state *from, int part)
{
	tables_merge(&into->counts, &from->counts, part, sum_of);
	for (int letter = part; letter < LETTERS; letter += PARTS) sorter_merge(&into->letters[letter], &from->letters[letter]);
}

static inline void state_finish(state *s)
{
	for (int letter = 0; letter < LETTERS; letter++) sorter_finish(&s->letters[letter]);
}

static inline void state_begin(state *s) { (void)s; }
static inline void state_export(const state *from, state *to) { (void)from, (void)to; }

// The same for both.
static inline long long state_check(const state *s)
{
	long long sum = tables_check(&s->counts, NULL);

	for (int letter = 0; letter < LETTERS; letter++)
		for (long i = 0; s->letters[letter].run_count && i < s->letters[letter].runs[0].count; i++) {
			const counted *c = &s->letters[letter].runs[0].words[i];
			sum += (long long)(weight(c->text, c->length) * c->count);
		}
	return sum;
}

static inline void state_clear(state *s)
{
	tables_clear(&s->counts);
	for (int letter = 0; letter < LETTERS; letter++) sorter_clear(&s->letters[letter]);
}

#endif
