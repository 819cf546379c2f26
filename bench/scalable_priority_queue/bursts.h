// SPDX-License-Identifier: MIT
// The use of fig. 3's queue, for all contestants alike. Arguments: processors, items that are in the queue before, items of
// a burst, items of an enqueue, bursts. Item k is due at k and up to a tenth of all items later, at random. A burst
// enqueues the next ones and takes out what is due; the oldest ones are, as many as a burst has before long.
#ifndef BENCH_BURSTS_H
#define BENCH_BURSTS_H
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include "../clock.h"
#include "../work.h"
#include "splay.h"

enum { MAX_BURSTS = 64, FRACTION = 10 }; // bits of a time that are between two items

static unsigned processors;
static long preloaded, burst_items, group_items, bursts;
static struct item *items;

static inline void *room(size_t count, size_t size)
{
	void *p = malloc(count * size);
	if (!p) abort();
	return memset(p, 0, count * size);
}

static inline void make_items(void)
{
	const long n = preloaded + burst_items * (bursts + 1);
	uint64_t random = 1;

	items = (struct item *)room((size_t)n, sizeof *items);
	for (long k = 0; k < n; k++) {
		random = work(random, 2);
		items[k].time = ((uint64_t)k << FRACTION) + (random >> 32) * ((uint64_t)n / 10 << FRACTION) / ((uint64_t)1 << 32);
		items[k].work = random;
	}
}

// In order of time, by one pass over buckets that are as wide as items are apart on average, and one over the rest.
static inline struct tree preload(void)
{
	const long buckets = preloaded + (preloaded + burst_items * (bursts + 1)) / 10 + 1;
	struct item **heads = (struct item **)room((size_t)buckets, sizeof *heads), *list = NULL;

	for (long k = preloaded; k-- > 0;) {
		struct item **place = &heads[items[k].time >> FRACTION];
		while (*place && (*place)->time < items[k].time) place = &(*place)->right;
		items[k].right = *place;
		*place = &items[k];
	}
	for (long b = buckets; b-- > 0;) {
		struct item **end = &heads[b];
		while (*end) end = &(*end)->right;
		*end = list;
		list = heads[b];
	}
	free(heads);
	return (struct tree){ balanced(&list, preloaded), preloaded };
}

static inline bool bursts_arguments(int argc, char **argv)
{
	if (argc != 6) return false;
	processors = (unsigned)atoi(argv[1]);
	preloaded = atol(argv[2]);
	burst_items = atol(argv[3]);
	group_items = atol(argv[4]);
	bursts = atol(argv[5]);
	if (bursts < 1 || bursts > MAX_BURSTS || burst_items % group_items) return false;
	make_items();
	return true;
}

static inline void enqueue(struct tree *t, struct item *first)
{
	for (long i = 0; i < group_items; i++) insert(t, first + i);
}

// Of all items of a tree, which is none any more; stops the program if they are not in order.
static inline unsigned long digest(struct item *root, long *count)
{
	unsigned long sum = 0;

	for (struct item *list = in_order(root); list; list = list->right, ++*count) {
		sum += work(list->work ^ list->time, 1);
		if (list->right && list->right->time < list->time) abort();
	}
	return sum;
}

static int ascending(const void *a, const void *b)
{
	const double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

// run: enqueues a burst, from first on, and yields what is due then, a tree. rest: all that is left.
// check: of all that came out, each time what was to come then.
static inline void measure_bursts(struct item *(*run)(struct item *first, uint64_t due), struct tree *(*rest)(void))
{
	double took[MAX_BURSTS + 1];
	unsigned long sum = 0;
	long count = 0;

	for (long b = 0; b <= bursts; b++) {
		const uint64_t due = (uint64_t)((b + 1) * burst_items) << FRACTION;
		const double start = clock_ns();
		struct item *due_now = run(items + preloaded + b * burst_items, due);
		took[b] = (clock_ns() - start) / (double)burst_items;
		sum = sum * 3 + digest(due_now, &count);
	}
	sum = sum * 3 + digest(rest()->root, &count);
	if (count != preloaded + burst_items * (bursts + 1)) abort();
	qsort(took + 1, (size_t)bursts, sizeof *took, ascending); // the first one warms up
	report(took[1 + bursts / 2], (long long)(sum % 1000000007));
}

#endif
