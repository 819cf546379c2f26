// SPDX-License-Identifier: MIT
// Counts words by sorting them, in a part for each first letter. Words are collected; a full collection is sorted,
// and what is the same becomes one; such runs are merged when they are about as long, so that few are left.
#ifndef BENCH_SORTER_H
#define BENCH_SORTER_H
#include "../mapreduce_input.h"

enum { LETTERS = 26, COLLECTED = 1024, RUNS = 40 };

typedef struct counted {
	uint64_t begins; // its first letters, the first one highest
	const char *text;
	uint32_t length, count;
} counted;

typedef struct run {
	counted *words;
	long count;
} run;

typedef struct sorter {
	counted *collected;
	long count;
	run runs[RUNS]; // each more than twice as long as the next one
	int run_count;
} sorter;

HOT int counted_compare(const counted *a, const counted *b)
{
	if (a->begins != b->begins) return a->begins < b->begins ? -1 : 1;
	const uint32_t common = a->length < b->length ? a->length : b->length;
	const int order = common > 8 ? memcmp(a->text + 8, b->text + 8, common - 8) : 0;
	return order ? order : (a->length > b->length) - (a->length < b->length);
}

// Of two sorted ones; out has room for both. How many that makes.
static inline long counted_merge(const counted *a, long as, const counted *b, long bs, counted *out)
{
	counted *const start = out;

	while (as > 0 && bs > 0) {
		const int order = counted_compare(a, b);
		const bool first = order <= 0;
		*out = first ? *a : *b;
		out->count += order == 0 ? b->count : 0;
		out++;
		a += first;
		as -= first;
		b += order >= 0;
		bs -= order >= 0;
	}
	memcpy(out, a, (size_t)as * sizeof *out);
	memcpy(out + as, b, (size_t)bs * sizeof *out);
	return out + as + bs - start;
}

// In place, what is the same made one: how many are left.
static inline long counted_sort(counted *words, long count, counted *scratch)
{
	if (count > 8) {
		const long half = count / 2;
		const long as = counted_sort(words, half, scratch), bs = counted_sort(words + half, count - half, scratch);
		const long left = counted_merge(words, as, words + half, bs, scratch);
		memcpy(words, scratch, (size_t)left * sizeof *words);
		return left;
	}
	long left = 0;
	for (long i = 0; i < count; i++) {
		const counted one = words[i];
		long at = left;
		while (at > 0 && counted_compare(&words[at - 1], &one) > 0) at--;
		if (at > 0 && counted_compare(&words[at - 1], &one) == 0) {
			words[at - 1].count += one.count;
			continue;
		}
		memmove(words + at + 1, words + at, (size_t)(left - at) * sizeof *words);
		words[at] = one;
		left++;
	}
	return left;
}

// ---- Runs ----

static inline run run_merge(run a, run b)
{
	run both = {(counted *)room(a.count + b.count, sizeof *both.words), 0};

	both.count = counted_merge(a.words, a.count, b.words, b.count, both.words);
	free(a.words);
	free(b.words);
	return both;
}

static inline void sorter_push(sorter *s, run r)
{
	while (s->run_count > 0 && s->runs[s->run_count - 1].count <= 2 * r.count) r = run_merge(s->runs[--s->run_count], r);
	s->runs[s->run_count++] = r;
}

static inline void sorter_flush(sorter *s)
{
	counted scratch[COLLECTED];

	if (s->count == 0) return;
	const long left = counted_sort(s->collected, s->count, scratch);
	run r = {(counted *)room(left, sizeof *r.words), left};
	memcpy(r.words, s->collected, (size_t)left * sizeof *r.words);
	s->count = 0;
	sorter_push(s, r);
}

HOT uint64_t first_letters(const span *w)
{
	uint64_t letters = 0;
	memcpy(&letters, w->text, w->length < sizeof letters ? w->length : sizeof letters);
	return __builtin_bswap64(letters);
}

HOT void sorter_add(sorter *s, const span *w)
{
	if (!s->collected) s->collected = (counted *)room(COLLECTED, sizeof *s->collected);
	s->collected[s->count++] = (counted){first_letters(w), w->text, w->length, 1};
	if (s->count == COLLECTED) sorter_flush(s);
}

static inline void sorter_clear(sorter *s)
{
	for (int i = 0; i < s->run_count; i++) free(s->runs[i].words);
	free(s->collected);
	memset(s, 0, sizeof *s);
}

// from is empty afterwards.
static inline void sorter_merge(sorter *into, sorter *from)
{
	sorter_flush(from);
	while (from->run_count > 0) sorter_push(into, from->runs[--from->run_count]);
	sorter_clear(from);
}

// All in one run.
static inline void sorter_finish(sorter *s)
{
	sorter_flush(s);
	while (s->run_count > 1) {
		const run last = s->runs[--s->run_count];
		s->runs[s->run_count - 1] = run_merge(s->runs[s->run_count - 1], last);
	}
}

#endif
