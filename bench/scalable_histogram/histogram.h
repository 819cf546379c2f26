// SPDX-License-Identifier: MIT
// How often each value of red, green and blue is in an image. Arguments: rows, pixels of a row, rows of a piece.
#ifndef BENCH_HISTOGRAM_H
#define BENCH_HISTOGRAM_H
#include "../mapreduce_input.h"

enum { PARTS = 1, COLOURS = 3 };

typedef struct state {
	long counts[COLOURS][256];
} state;

static long row_length; // in bytes

static inline char *make_image(long length)
{
	char *image = (char *)room(length + 8, 1);

	for (long i = 0; i < length; i += 8) { // two random numbers added up: the middle is more frequent
		const uint64_t bits = (random_bits() & 0x7f7f7f7f7f7f7f7f) + (random_bits() & 0x7f7f7f7f7f7f7f7f);
		memcpy(image + i, &bits, sizeof bits);
	}
	return image;
}

static inline void make_input(int count, char **arguments)
{
	if (count != 3) exit(2);
	const long rows = atol(arguments[0]), some = atol(arguments[2]);
	row_length = atol(arguments[1]) * COLOURS;
	const char *image = make_image(rows * row_length);
	pieces = (piece *)room((rows + some - 1) / some, sizeof *pieces);
	for (long row = 0; row < rows; row += some)
		pieces[piece_count++] = (piece){image + row * row_length, (rows - row < some ? rows - row : some) * row_length, row};
}

HOT void count_row(state *s, const char *row)
{
	for (const unsigned char *p = (const unsigned char *)row, *end = p + row_length; p < end; p += COLOURS) {
		s->counts[0][p[0]]++;
		s->counts[1][p[1]]++;
		s->counts[2][p[2]]++;
	}
}

static inline void state_map(state *s, const piece *p)
{
	for (const char *row = p->text; row < p->text + p->length; row += row_length) count_row(s, row);
}

static inline void state_merge(state *into, state *from, int part)
{
	(void)part;
	for (int colour = 0; colour < COLOURS; colour++)
		for (int value = 0; value < 256; value++) into->counts[colour][value] += from->counts[colour][value];
	memset(from, 0, sizeof *from);
}

static inline void state_begin(state *s) { (void)s; }
static inline void state_export(const state *from, state *to) { (void)from, (void)to; }
static inline void state_finish(state *s) { (void)s; }

static inline long long state_check(const state *s)
{
	long long sum = 0;
	for (int colour = 0; colour < COLOURS; colour++)
		for (int value = 0; value < 256; value++) sum = sum * 31 + s->counts[colour][value];
	return sum;
}

static inline void state_clear(state *s) { (void)s; }

#endif
