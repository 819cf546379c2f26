// SPDX-License-Identifier: MIT
// How often each two words stand one behind the other in a line. Arguments: KiB of text, different words, KiB of a piece.
#ifndef BENCH_PAIRS_H
#define BENCH_PAIRS_H
#include "../mapreduce_table.h"

typedef struct state {
	tables counts;
} state;

static inline void make_input(int count, char **arguments)
{
	long length;

	if (count != 3) exit(2);
	const char *text = zipf_text(atol(arguments[0]) << 10, atol(arguments[1]), &length);
	cut_lines(text, length, atol(arguments[2]) << 10);
}

// The next pair that begins with last, or false. What is between them is one space.
HOT bool next_pair(const char **at, const char *end, span *last, span *pair)
{
	span next;

	while (next_word(at, end, &next)) {
		const bool found = last->text && last->text + last->length + 1 == next.text && next.text[-1] == ' ';
		if (found) *pair = (span){last->text, last->length + 1 + next.length, last->hash * 31 ^ next.hash};
		*last = next;
		if (found) return true;
	}
	return false;
}

static inline void state_map(state *s, const piece *p)
{
	span last = {}, pair;
	for (const char *at = p->text; next_pair(&at, p->text + p->length, &last, &pair);) ++*tables_at(&s->counts, &pair);
}

static inline void state_merge(state *into, state *from, int part) { tables_merge(&into->counts, &from->counts, part, sum_of); }
static inline void state_begin(state *s) { (void)s; }
static inline void state_export(const state *from, state *to) { (void)from, (void)to; }
static inline void state_finish(state *s) { (void)s; }
static inline long long state_check(const state *s) { return tables_check(&s->counts, NULL); }
static inline void state_clear(state *s) { tables_clear(&s->counts); }

#endif
