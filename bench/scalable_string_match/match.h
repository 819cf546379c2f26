// SPDX-License-Identifier: MIT
// Where in a text four strings are. Arguments: KiB of text, different words, KiB of a piece, rank of the words that the
// strings are: the greater, the rarer.
#ifndef BENCH_MATCH_H
#define BENCH_MATCH_H
#include "../mapreduce_input.h"

enum { PARTS = 1, KEYS = 4 };

typedef struct state {
	const char **found[KEYS];
	long counts[KEYS], sizes[KEYS];
} state;

static word keys[KEYS];
static const char *text;

static inline void make_input(int count, char **arguments)
{
	long length;

	if (count != 4) exit(2);
	text = zipf_text(atol(arguments[0]) << 10, atol(arguments[1]), &length);
	cut_lines(text, length, atol(arguments[2]) << 10);
	for (int k = 0; k < KEYS; k++) keys[k] = spell(atol(arguments[3]) + k);
}

// The next match behind at, or null.
HOT const char *next_match(const char *at, const char *end, int key)
{
	return (const char *)memmem(at, (size_t)(end - at), keys[key].letters, keys[key].length);
}

static inline void state_reserve(state *s, int key, long size)
{
	if (size <= s->sizes[key]) return;
	s->sizes[key] = size > 2 * s->sizes[key] ? size : 2 * s->sizes[key];
	s->found[key] = (const char **)more_room(s->found[key], s->sizes[key], sizeof **s->found);
}

HOT void state_add(state *s, int key, const char *match)
{
	state_reserve(s, key, s->counts[key] + 1);
	s->found[key][s->counts[key]++] = match;
}

static inline void state_map(state *s, const piece *p)
{
	const char *const end = p->text + p->length;

	for (int k = 0; k < KEYS; k++)
		for (const char *at = p->text; (at = next_match(at, end, k)); at++) state_add(s, k, at);
}

static inline void state_clear(state *s)
{
	for (int k = 0; k < KEYS; k++) free(s->found[k]);
	memset(s, 0, sizeof *s);
}

static inline void state_merge(state *into, state *from, int part)
{
	(void)part;
	for (int k = 0; k < KEYS; k++) {
		if (from->counts[k] == 0) continue;
		state_reserve(into, k, into->counts[k] + from->counts[k]);
		memcpy(into->found[k] + into->counts[k], from->found[k], (size_t)from->counts[k] * sizeof **into->found);
		into->counts[k] += from->counts[k];
	}
	state_clear(from);
}

static inline void state_begin(state *s) { (void)s; }
static inline void state_export(const state *from, state *to) { (void)from, (void)to; }
static inline void state_finish(state *s) { (void)s; }

static inline long long state_check(const state *s)
{
	long long sum = 0;
	for (int k = 0; k < KEYS; k++)
		for (long i = 0; i < s->counts[k]; i++) sum += (s->found[k][i] - text) * (k + 1);
	return sum;
}

#endif
