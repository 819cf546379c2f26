// SPDX-License-Identifier: MIT
// The problems with separate objects. Each part of the rows is a worker: a separate object that has its rows of
// every matrix, on a handler of its own. The main thread asks them to work, and reads what they have made by
// queries, an element each: it is synchronised with the worker before the loops, and in them is nothing left of that.
// Nobody else touches what a worker has: other workers ask, as the main thread does.
#ifndef BENCH_COWICHAN_SEPARATE_H
#define BENCH_COWICHAN_SEPARATE_H
#include <conc.h>
#include "cowichan.h"

enum { PERCENT = 1 };

typedef struct worker {
	long number, parts, n, chosen; // of all rows, and of the chosen points
	long first, rows;              // of the n rows
	long first_chosen, rows_chosen;
	cell *matrix, *mask;
	long histogram[VALUES];
	point *points, *scratch, *merged;
	long count;
	int *x, *y;
	double *distances, *vector, *result;
} worker;

// ---- What runs on a worker ----

static inline void *room(long count, size_t size)
{
	void *memory = calloc((size_t)count, size);
	if (!memory) abort();
	return memory;
}

// Memory that nobody touches costs nothing.
static inline void worker_make(worker *w)
{
	w->first = first_row(w->number, w->parts, w->n);
	w->rows = first_row(w->number + 1, w->parts, w->n) - w->first;
	w->first_chosen = first_row(w->number, w->parts, w->chosen);
	w->rows_chosen = first_row(w->number + 1, w->parts, w->chosen) - w->first_chosen;
	w->matrix = room(w->rows * w->n, sizeof *w->matrix);
	w->mask = room(w->rows * w->n, sizeof *w->mask);
	w->points = room(w->n * w->n, sizeof *w->points);
	w->scratch = room(w->n * w->n, sizeof *w->scratch);
	w->merged = room(w->n * w->n, sizeof *w->merged);
	w->x = room(w->chosen, sizeof *w->x);
	w->y = room(w->chosen, sizeof *w->y);
	w->distances = room(w->rows_chosen * w->chosen, sizeof *w->distances);
	w->vector = room(w->chosen, sizeof *w->vector);
	w->result = room(w->rows_chosen, sizeof *w->result);
}

static inline void worker_randmat(worker *w)
{
	for (long i = 0; i < w->rows; i++) randmat_row(w->matrix + i * w->n, w->n, (uint32_t)(w->first + i));
}

static inline void worker_histogram(worker *w)
{
	long own[VALUES] = {0};
	for (long i = 0; i < w->rows; i++) add_to_histogram(w->matrix + i * w->n, w->n, own);
	memcpy(w->histogram, own, sizeof own);
}

static inline void worker_mask(worker *w, cell threshold)
{
	for (long i = 0; i < w->rows; i++) mask_row(w->matrix + i * w->n, w->mask + i * w->n, w->n, threshold);
}

static inline void worker_gather(worker *w)
{
	w->count = 0;
	for (long i = 0; i < w->rows; i++)
		w->count += gather_row(w->matrix + i * w->n, w->mask + i * w->n, w->n, w->first + i, w->points + w->count);
	sort_points(w->points, w->count, w->scratch);
}

static inline point point_at(const worker *w, long i) { return w->points[i]; }

// Its own points and the other's, which stay there, in their order.
static inline void worker_merge(worker *w, separate worker *other)
{
	const point *const own = w->points;
	point *const out = w->merged;
	const long owns = w->count;
	long i = 0, j = 0, k = 0;
	separate (other) {
		const long others = other->count;
		while (i < owns && j < others) {
			const point x = own[i], y = point_at(other, j);
			const long first = x <= y;
			out[k++] = first ? x : y;
			i += first;
			j += 1 - first;
		}
		while (j < others) out[k++] = point_at(other, j++);
	}
	while (i < owns) out[k++] = own[i++];
	w->merged = w->points;
	w->points = out;
	w->count = k;
}

static inline void worker_choose(worker *w)
{
	for (long i = 0; i < w->chosen; i++) {
		w->x[i] = point_row(point_at(w, i * (w->count / w->chosen)));
		w->y[i] = point_column(point_at(w, i * (w->count / w->chosen)));
	}
}

static inline int x_at(const worker *w, long i) { return w->x[i]; }
static inline int y_at(const worker *w, long i) { return w->y[i]; }

static inline void worker_choose_as(worker *w, separate worker *other)
{
	separate (other) {
		const long chosen = other->chosen;
		for (long i = 0; i < chosen; i++) {
			w->x[i] = x_at(other, i);
			w->y[i] = y_at(other, i);
		}
	}
}

static inline void worker_some_points(worker *w) { some_points(w->x, w->y, w->chosen); }

static inline void worker_outer(worker *w)
{
	for (long i = 0; i < w->chosen; i++) w->vector[i] = distance(0, 0, w->x[i], w->y[i]);
	for (long i = 0; i < w->rows_chosen; i++)
		outer_row(w->x, w->y, w->chosen, w->first_chosen + i, w->distances + i * w->chosen);
}

static inline void worker_product(worker *w)
{
	for (long i = 0; i < w->rows_chosen; i++)
		w->result[i] = product_row(w->distances + i * w->chosen, w->vector, w->chosen);
}

static inline cell cell_at(const worker *w, long i, long j) { return w->matrix[i * w->n + j]; }
static inline cell mask_at(const worker *w, long i, long j) { return w->mask[i * w->n + j]; }
static inline double distance_at(const worker *w, long i, long j) { return w->distances[i * w->chosen + j]; }
static inline double vector_at(const worker *w, long i) { return w->vector[i]; }
static inline double result_at(const worker *w, long i) { return w->result[i]; }
static inline long histogram_at(const worker *w, long value) { return w->histogram[value]; }

// ---- The main thread ----

static separate worker *workers[MAX_PARTS];
static long parts, n, times, chosen;
static bool copying; // into memory of its own, before it reads

static inline bool cowichan_arguments(int argc, char **argv)
{
	if (argc < 4) return false;
	parts = atol(argv[1]);
	n = atol(argv[2]);
	times = atol(argv[3]);
	copying = argc > 4 && !strcmp(argv[4], "copy");
	chosen = argc > 4 && atol(argv[4]) ? atol(argv[4]) : n;
	return parts > 0 && parts <= MAX_PARTS;
}

static inline void make_workers(void)
{
	conc_processors((unsigned)parts);
	for (long i = 0; i < parts; i++) {
		workers[i] = new separate worker { .number = i, .parts = parts, .n = n, .chosen = chosen };
		separate (w = workers[i]) { worker_make(w); }
	}
}

// The main thread goes on when all that was asked for so far is done.
static inline void wait_for_workers(void)
{
	long done = 0;
	for (long i = 0; i < parts; i++)
		separate (w = workers[i]) { done += w->number == i; }
	if (done != parts) abort();
}

static inline void ask_randmat(void)
{
	for (long i = 0; i < parts; i++)
		separate (w = workers[i]) { worker_randmat(w); }
}

static inline void add_histogram(separate worker *w, long *histogram)
{
	separate (w) {
		histogram[0] += histogram_at(w, 0);
		for (int v = 1; v < VALUES; v++) histogram[v] += histogram_at(w, v);
	}
}

static inline void ask_thresh(void)
{
	long histogram[VALUES] = {0};
	for (long i = 0; i < parts; i++)
		separate (w = workers[i]) { worker_histogram(w); }
	for (long i = 0; i < parts; i++) add_histogram(workers[i], histogram);
	const cell threshold = threshold_of(histogram, n, PERCENT);
	for (long i = 0; i < parts; i++)
		separate (w = workers[i]) { worker_mask(w, threshold); }
}

// The first worker has all points afterwards, and all workers have those that it chose. It is asked for its count
// before the others are asked to look at it: it looks at them, and none would be done with its own work.
static inline void ask_winnow(void)
{
	for (long i = 0; i < parts; i++)
		separate (w = workers[i]) { worker_gather(w); }
	separate (w = workers[0]) {
		for (long i = 1; i < parts; i++) worker_merge(w, workers[i]);
		worker_choose(w);
		if (w->count < chosen) abort();
	}
	for (long i = 1; i < parts; i++)
		separate (w = workers[i]) { worker_choose_as(w, workers[0]); }
}

static inline void ask_outer(void)
{
	for (long i = 0; i < parts; i++)
		separate (w = workers[i]) { worker_outer(w); }
}

static inline void ask_product(void)
{
	for (long i = 0; i < parts; i++)
		separate (w = workers[i]) { worker_product(w); }
}

static inline void pull_result(separate worker *w, double *result)
{
	separate (w) {
		const long first = w->first_chosen, rows = w->rows_chosen;
		for (long i = 0; i < rows; i++) result[first + i] = result_at(w, i);
	}
}

static inline void pull_results(double *result)
{
	for (long i = 0; i < parts; i++) pull_result(workers[i], result);
}

#endif
