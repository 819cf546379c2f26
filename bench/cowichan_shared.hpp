// SPDX-License-Identifier: MIT
// The problems in shared memory, of which separate_chain is made and the others are one each.
#ifndef BENCH_COWICHAN_SHARED_HPP
#define BENCH_COWICHAN_SHARED_HPP
#include "cowichan.hpp"

enum { PERCENT = 1 };

static cell *matrix, *mask;                // n × n
static point *points, *scratch, *merged;   // n × n, and a part's own from first_row * n on; what nobody touches costs nothing
static int *x, *y;                         // chosen
static double *distances, *vector, *result; // chosen × chosen, and chosen

static inline void randmat()
{
	for_rows(n, [](long i) { randmat_row(matrix + i * n, n, static_cast<uint32_t>(i)); });
}

static inline void thresh()
{
	long histograms[MAX_PARTS][VALUES], *histogram = histograms[0];

	for_parts([&](long part) {
		long own[VALUES] = {};
		for (long i = first_row(part, parts, n); i < first_row(part + 1, parts, n); i++)
			add_to_histogram(matrix + i * n, n, own);
		memcpy(histograms[part], own, sizeof own);
	});
	for (long part = 1; part < parts; part++)
		for (int v = 0; v < VALUES; v++) histogram[v] += histograms[part][v];
	const cell threshold = threshold_of(histogram, n, PERCENT);
	for_rows(n, [=](long i) { mask_row(matrix + i * n, mask + i * n, n, threshold); });
}

// Each part gathers and sorts its points, the main thread merges.
static inline void winnow()
{
	long counts[MAX_PARTS];

	for_parts([&](long part) {
		const long first = first_row(part, parts, n), end = first_row(part + 1, parts, n);
		point *own = points + first * n;
		long count = 0;
		for (long i = first; i < end; i++) count += gather_row(matrix + i * n, mask + i * n, n, i, own + count);
		sort_points(own, count, scratch + first * n);
		counts[part] = count;
	});
	const point *all = points;
	long total = counts[0];
	for (long part = 1; part < parts; part++) {
		point *out = all == merged ? scratch : merged;
		merge_points(all, total, points + first_row(part, parts, n) * n, counts[part], out);
		all = out;
		total += counts[part];
	}
	for (long i = 0; i < chosen; i++) {
		x[i] = point_row(all[i * (total / chosen)]);
		y[i] = point_column(all[i * (total / chosen)]);
	}
}

static inline void outer()
{
	for_rows(chosen, [](long i) {
		outer_row(x, y, chosen, i, distances + i * chosen);
		vector[i] = distance(0, 0, x[i], y[i]);
	});
}

static inline void product()
{
	for_rows(chosen, [](long i) { result[i] = product_row(distances + i * chosen, vector, chosen); });
}

static inline void make_matrices(void)
{
	matrix = array<cell>(n * n);
	mask = array<cell>(n * n);
	points = array<point>(n * n);
	scratch = array<point>(n * n);
	merged = array<point>(n * n);
}

static inline void make_points(void)
{
	x = array<int>(chosen);
	y = array<int>(chosen);
	distances = array<double>(chosen * chosen);
	vector = array<double>(chosen);
	result = array<double>(chosen);
}

#endif
