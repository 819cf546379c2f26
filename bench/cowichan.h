// SPDX-License-Identifier: MIT
// The Cowichan problems: what each contestant does with its rows, the same loops for all, in C and C++. They
// differ in where the data live, who calls these, and how the results come to the main thread.
// Options for all: -O3 -march=native -fno-math-errno (without the last no compiler makes vectors of a sqrt).
#ifndef BENCH_COWICHAN_H
#define BENCH_COWICHAN_H
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "clock.h"

enum { VALUES = 100, MAX_PARTS = 64 };

typedef unsigned char cell;   // 0 … VALUES - 1; of a mask: 0 or 1
typedef uint64_t point;       // value, row and column, so that their order is that of the numbers

// The rows of part number of so many: the same split for all.
static inline long first_row(long number, long parts, long n)
{
	return n * number / parts;
}

static inline point make_point(cell value, long i, long j)
{
	return (point)value << 40 | (point)i << 20 | (point)j;
}

static inline int point_row(point p) { return (int)(p >> 20 & 0xfffff); }
static inline int point_column(point p) { return (int)(p & 0xfffff); }

static inline void randmat_row(cell *__restrict row, long n, uint32_t seed)
{
	for (long j = 0; j < n; j++) {
		seed = 1664525 * seed + 1013904223;
		row[j] = (cell)(seed % VALUES);
	}
}

static inline void add_to_histogram(const cell *__restrict row, long n, long *__restrict histogram)
{
	for (long j = 0; j < n; j++) histogram[row[j]]++;
}

// The greatest value with more than percent of all cells at or above it.
static inline cell threshold_of(const long *histogram, long n, int percent)
{
	const long wanted = n * n / 100 * percent;
	int value = VALUES;
	for (long above = 0; value > 0 && above <= wanted;) above += histogram[--value];
	return (cell)value;
}

static inline void mask_row(const cell *__restrict row, cell *__restrict mask, long n, cell threshold)
{
	for (long j = 0; j < n; j++) mask[j] = row[j] >= threshold;
}

// Appends the points under the mask; few are, so it looks at eight at a time.
static inline long gather_row(const cell *__restrict row, const cell *__restrict mask, long n, long i, point *points)
{
	long count = 0, j = 0;
	for (; j + 8 <= n; j += 8) {
		uint64_t eight;
		memcpy(&eight, mask + j, sizeof eight);
		if (eight == 0) continue;
		for (long k = j; k < j + 8; k++)
			if (mask[k]) points[count++] = make_point(row[k], i, k);
	}
	for (; j < n; j++)
		if (mask[j]) points[count++] = make_point(row[j], i, j);
	return count;
}

static inline void merge_points(const point *a, long as, const point *b, long bs, point *out)
{
	long i = 0, j = 0, k = 0;
	while (i < as && j < bs) {
		const point x = a[i], y = b[j];
		const long first = x <= y;
		out[k++] = first ? x : y;
		i += first;
		j += 1 - first;
	}
	memcpy(out + k, a + i, (size_t)(as - i) * sizeof *out);
	memcpy(out + k + (as - i), b + j, (size_t)(bs - j) * sizeof *out);
}

// A merge sort; scratch has room for as many.
static inline void sort_points(point *points, long count, point *scratch)
{
	enum { SHORT = 16 };
	for (long start = 0; start < count; start += SHORT) {
		const long end = start + SHORT < count ? start + SHORT : count;
		for (long i = start + 1; i < end; i++) {
			const point p = points[i];
			long j = i;
			for (; j > start && points[j - 1] > p; j--) points[j] = points[j - 1];
			points[j] = p;
		}
	}
	point *from = points, *to = scratch;
	for (long width = SHORT; width < count; width *= 2) {
		for (long start = 0; start < count; start += 2 * width) {
			const long middle = start + width < count ? start + width : count;
			const long end = middle + width < count ? middle + width : count;
			merge_points(from + start, middle - start, from + middle, end - middle, to + start);
		}
		point *swap = from;
		from = to;
		to = swap;
	}
	if (from != points) memcpy(points, from, (size_t)count * sizeof *points);
}

static inline double distance(int x1, int y1, int x2, int y2)
{
	const int dx = x2 - x1, dy = y2 - y1;
	return sqrt((double)(dx * dx + dy * dy));
}

// Row i of the outer product: the distances to all points; itself is as far as n times the farthest.
static inline void outer_row(const int *__restrict x, const int *__restrict y, long n, long i, double *__restrict row)
{
	const int x1 = x[i], y1 = y[i];
	int farthest = 0;
	for (long j = 0; j < n; j++) {
		const int dx = x[j] - x1, dy = y[j] - y1, square = dx * dx + dy * dy;
		farthest = square > farthest ? square : farthest;
		row[j] = sqrt((double)square);
	}
	row[i] = (double)n * sqrt((double)farthest);
}

static inline double product_row(const double *__restrict row, const double *__restrict vector, long n)
{
	double sum = 0;
	for (long j = 0; j < n; j++) sum += row[j] * vector[j];
	return sum;
}

// Points for outer and product on their own, in a square of SIDE.
enum { SIDE = 8192, FAR = 6000 };

static inline int some_x(long i) { return (int)((uint32_t)i * 2654435761u >> 19); }
static inline int some_y(long i) { return (int)(((uint32_t)i + 12345) * 2246822519u >> 19); }

static inline void some_points(int *x, int *y, long count)
{
	for (long i = 0; i < count; i++) {
		x[i] = some_x(i);
		y[i] = some_y(i);
	}
}

static inline long long digest_of_points(const int *x, const int *y, long count)
{
	long long sum = 0;
	for (long i = 0; i < count; i++) sum += (x[i] * 3 + y[i]) * (i % 13 + 1);
	return sum;
}

static inline long long digest_of_product(const double *result, long n)
{
	double sum = 0;
	for (long i = 0; i < n; i++) sum += result[i] * (double)(i % 13 + 1);
	return (long long)sum;
}

// How the main thread reads a result: rows weighted by their numbers.
static inline long long digest_of_cells(const cell *cells, long rows, long n)
{
	long long sum = 0;
	for (long i = 0; i < rows; i++) {
		long row = 0;
		for (long j = 0; j < n; j++) row += cells[i * n + j];
		sum += (i + 1) * row;
	}
	return sum;
}

// Where in a matrix a value stands, for the check.
static inline long long weight(long i, long j)
{
	return (i * 31 + j * 17) % 97 + 1;
}

static inline long long check_of_cells(const cell *cells, long rows, long n)
{
	long long sum = 0;
	for (long i = 0; i < rows; i++)
		for (long j = 0; j < n; j++) sum += cells[i * n + j] * weight(i, j);
	return sum;
}

// Of distances: how many are farther than that, by rows.
static inline long long digest_of_distances(const double *matrix, long rows, long n, double limit)
{
	long long sum = 0;
	for (long i = 0; i < rows; i++) {
		long row = 0;
		for (long j = 0; j < n; j++) row += matrix[i * n + j] > limit;
		sum += (i + 1) * row;
	}
	return sum;
}

static inline long long check_of_distances(const double *matrix, const double *vector, long rows, long n)
{
	long long sum = 0;
	for (long i = 0; i < rows; i++) {
		sum += (long long)(vector[i] * 16);
		for (long j = 0; j < n; j++) sum += (long long)(matrix[i * n + j] * 16) * weight(i, j);
	}
	return sum;
}

// Times compute and pull, after once unmeasured. pull is what the main thread does to have the result; check
// looks at all of it, unmeasured. Milliseconds.
static inline void cowichan_measure(long times, void (*compute)(void), long long (*pull)(void), long long (*check)(void))
{
	double computing = 0, pulling = 0;
	long long sum = 0;
	for (long i = 0; i <= times; i++) {
		const double start = clock_ns();
		compute();
		const double computed = clock_ns();
		sum = pull();
		const double pulled = clock_ns();
		if (i == 0) continue;
		computing += computed - start;
		pulling += pulled - computed;
	}
	report((computing + pulling) / 1e6 / (double)times, (sum * 31 + (check ? check() : 0)) & 0xffffffffffff);
	printf("compute %.4f\npull %.4f\n", computing / 1e6 / (double)times, pulling / 1e6 / (double)times);
}

#endif
