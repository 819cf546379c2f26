// SPDX-License-Identifier: MIT
// What the workloads of scalable_* are made from, in C and C++: random numbers, words as frequent as words are
// (about as Zipf has it: the nth one a nth as often as the first), lines of them, cut into pieces. The same in every run.
#ifndef BENCH_MAPREDUCE_INPUT_H
#define BENCH_MAPREDUCE_INPUT_H
#ifndef _GNU_SOURCE
#define _GNU_SOURCE // memmem
#endif
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// What is called for each item: inlined for all, whatever else there is in a contestant.
#define HOT static inline __attribute__((always_inline))

// Whole lines of a text, or a document: what one message has.
typedef struct piece {
	const char *text;
	long length, number;
} piece;

static piece *pieces;
static long piece_count;
static long iterations = 1; // of all the pieces, each with what the last one has found

static inline void *room(long count, size_t size)
{
	void *memory = calloc((size_t)count, size);
	if (!memory) abort();
	return memory;
}

static inline void *more_room(void *memory, long count, size_t size)
{
	memory = realloc(memory, (size_t)count * size);
	if (!memory) abort();
	return memory;
}

static inline uint64_t random_bits(void)
{
	static uint64_t seed = 1;
	uint64_t x = seed += 0x9e3779b97f4a7c15;
	x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
	x = (x ^ x >> 27) * 0x94d049bb133111eb;
	return x ^ x >> 31;
}

static inline long random_below(long n) { return (long)(random_bits() % (uint64_t)n); }

// A rank below n, which is a power of two: one in [2^k - 1, 2^(k + 1) - 1) for each k as often.
static inline long random_zipf(long n)
{
	const uint64_t bits = random_bits();
	const int octave = (int)((bits >> 32) % (uint64_t)__builtin_ctzl((unsigned long)n));
	return (1l << octave) - 1 + (long)(bits & ((1ul << octave) - 1));
}

// ---- Words ----

enum { LONGEST = 31, LINE = 16 }; // letters, words and one more
typedef struct word {
	unsigned char length;
	char letters[LONGEST];
} word;

// Frequent ones are short. No two are the same: the syllables spell the rank, the vowel after them says that it ends.
static inline word spell(long rank)
{
	static const char consonants[] = "tnshrdlcmwfgypbvkjxqz", vowels[] = "eaoiu";
	word w = {0, ""};
	long tail = rank * 7919 % 4;

	for (long left = rank; w.length == 0 || left > 0; left /= 84) {
		w.letters[w.length++] = consonants[left % 21];
		w.letters[w.length++] = vowels[left / 21 % 4];
	}
	w.letters[w.length++] = 'u';
	for (; rank > 20 && tail > 0; tail--) w.letters[w.length++] = consonants[rank / tail % 21];
	return w;
}

static inline word *vocabulary(long count)
{
	word *words = (word *)room(count, sizeof *words);
	for (long i = 0; i < count; i++) words[i] = spell(i);
	return words;
}

static inline char *put_word(char *to, const word *w)
{
	memcpy(to, w->letters, w->length);
	return to + w->length;
}

// Lines of eight to fifteen words, at least so many bytes of them, and how many there are.
static inline char *zipf_text(long bytes, long different, long *length)
{
	word *words = vocabulary(different);
	char *text = (char *)room(bytes + 16 * (LONGEST + 1), 1), *end = text;

	while (end - text < bytes)
		for (long left = 8 + random_below(LINE - 8); left > 0; left--) {
			end = put_word(end, &words[random_zipf(different)]);
			*end++ = left > 1 ? ' ' : '\n';
		}
	free(words);
	*length = end - text;
	return text;
}

// Pieces of about so many bytes, each of whole lines.
static inline void cut_lines(const char *text, long length, long bytes)
{
	const char *const end = text + length;

	pieces = (piece *)room(length / bytes + 1, sizeof *pieces);
	for (piece_count = 0; text < end; piece_count++) {
		const char *stop = end - text > bytes ? (const char *)memchr(text + bytes - 1, '\n', (size_t)(end - text - bytes + 1)) + 1 : end;
		pieces[piece_count] = (piece){text, stop - text, piece_count};
		text = stop;
	}
}

// ---- Reading it ----

typedef struct span {
	const char *text;
	uint32_t length, hash;
} span;

// Of a text in a sum that is the same in any order.
static inline uint64_t weight(const char *text, uint32_t length)
{
	uint64_t sum = length;
	for (uint32_t i = 0; i < length; i++) sum = sum * 31 + (unsigned char)text[i];
	return sum;
}

HOT bool is_letter(char c) { return (unsigned char)((c | 32) - 'a') < 26; }

// The next word from *at on, which is moved behind it; false if there is none before end.
HOT bool next_word(const char **at, const char *end, span *w)
{
	const char *p = *at;
	uint32_t hash = 2166136261u;

	while (p < end && !is_letter(*p)) p++;
	w->text = p;
	for (; p < end && is_letter(*p); p++) hash = (hash ^ (unsigned char)*p) * 16777619u;
	w->length = (uint32_t)(p - w->text);
	w->hash = hash ^ hash >> 15;
	*at = p;
	return w->length > 0;
}

#endif
