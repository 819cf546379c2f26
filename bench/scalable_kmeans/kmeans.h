// SPDX-License-Identifier: MIT
// Moves so many centres to the middle of the points that are nearest to them, and again. Whole numbers, so that the sums
// are the same in any order. Arguments: points, iterations, points of a piece.
#ifndef BENCH_KMEANS_H
#define BENCH_KMEANS_H
#include "../mapreduce_input.h"

enum { PARTS = 1, CENTRES = 128, DIMENSIONS = 3, GRID = 1000 };

typedef struct point {
	int32_t at[DIMENSIONS];
} point;

typedef struct state {
	int32_t centres[DIMENSIONS][CENTRES];
	int64_t sums[CENTRES][DIMENSIONS], counts[CENTRES];
} state;

static point *points;

static inline void make_input(int count, char **arguments)
{
	if (count != 3) exit(2);
	const long all = atol(arguments[0]), size = atol(arguments[2]);
	iterations = atol(arguments[1]);
	points = (point *)room(all, sizeof *points);
	for (long i = 0; i < all; i++)
		for (int d = 0; d < DIMENSIONS; d++) points[i].at[d] = (int32_t)random_below(GRID);
	piece_count = (all + size - 1) / size;
	pieces = (piece *)room(piece_count, sizeof *pieces);
	for (long p = 0; p < piece_count; p++) pieces[p] = (piece){NULL, all - p * size < size ? all - p * size : size, p * size};
}

static inline void state_begin(state *s)
{
	for (int c = 0; c < CENTRES; c++)
		for (int d = 0; d < DIMENSIONS; d++) s->centres[d][c] = points[c].at[d];
}

static inline void state_export(const state *from, state *to) { memcpy(to->centres, from->centres, sizeof to->centres); }

// The square of the distance and the centre are one number, so that the least one is found without a jump.
HOT int nearest(const state *s, const point *p)
{
	uint32_t least = UINT32_MAX;

	for (uint32_t c = 0; c < CENTRES; c++) {
		uint32_t square = 0;
		for (int d = 0; d < DIMENSIONS; d++) {
			const int32_t off = s->centres[d][c] - p->at[d];
			square += (uint32_t)(off * off);
		}
		const uint32_t both = square * CENTRES + c;
		least = both < least ? both : least;
	}
	return (int)(least % CENTRES);
}

HOT void state_add(state *s, const point *p, int centre)
{
	for (int d = 0; d < DIMENSIONS; d++) s->sums[centre][d] += p->at[d];
	s->counts[centre]++;
}

static inline void state_map(state *s, const piece *p)
{
	for (const point *at = points + p->number; at < points + p->number + p->length; at++) state_add(s, at, nearest(s, at));
}

static inline void state_merge(state *into, state *from, int part)
{
	(void)part;
	for (int c = 0; c < CENTRES; c++) {
		for (int d = 0; d < DIMENSIONS; d++) into->sums[c][d] += from->sums[c][d];
		into->counts[c] += from->counts[c];
	}
	memset(from, 0, sizeof *from);
}

static inline void state_finish(state *s)
{
	for (int c = 0; c < CENTRES; c++)
		for (int d = 0; d < DIMENSIONS && s->counts[c] > 0; d++) s->centres[d][c] = (int32_t)(s->sums[c][d] / s->counts[c]);
	memset(s->sums, 0, sizeof s->sums);
	memset(s->counts, 0, sizeof s->counts);
}

static inline long long state_check(const state *s)
{
	long long sum = 0;
	for (int c = 0; c < CENTRES; c++)
		for (int d = 0; d < DIMENSIONS; d++) sum = sum * 31 + s->centres[d][c];
	return sum;
}

static inline void state_clear(state *s) { (void)s; }

#endif
