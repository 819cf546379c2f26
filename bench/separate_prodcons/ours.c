// SPDX-License-Identifier: MIT
// Arguments: processors, producers and as many consumers, items of each. check: the sum of what was consumed.
#include <conc.h>
#include <stdlib.h>
#include "../clock.h"

// room is a power of two; it doubles when the queue is full, and has no limit.
typedef struct queue { long *items; size_t first, count, room; } queue;
typedef struct producer { separate queue *queue; long first, items; } producer;
typedef struct consumer { separate queue *queue; long items, sum; } consumer;

static void grow(queue *self)
{
	size_t room = self->room ? 2 * self->room : 1024;
	long *items = malloc(room * sizeof *items);
	if (!items) abort();
	for (size_t i = 0; i < self->count; i++) items[i] = self->items[(self->first + i) & (self->room - 1)];
	free(self->items);
	self->items = items, self->first = 0, self->room = room;
}

static void put(queue *self, long item)
{
	if (self->count == self->room) grow(self);
	self->items[(self->first + self->count++) & (self->room - 1)] = item;
}

static long take(queue *self)
{
	long item = self->items[self->first++ & (self->room - 1)];
	self->count--;
	return item;
}

static void empty(queue *self) { free(self->items); }

static void produce(producer *self)
{
	separate queue *q = self->queue;
	const long end = self->first + self->items;
	for (long item = self->first; item < end; item++)
		separate (q) { put(q, item); }
}

static void consume(consumer *self)
{
	separate queue *q = self->queue;
	long sum = 0;
	for (long i = 0; i < self->items; i++)
		separate (q) require (q->count > 0) { sum += take(q); }
	self->sum = sum;
}

static long run(long n, long items)
{
	separate producer *producers[n];
	separate consumer *consumers[n];
	long sum = 0;
	separate queue *q = new separate queue {};
#ifdef PASSIVE
	conc_set_passive(q);
#endif
	for (long i = 0; i < n; i++) {
		separate producer *p = producers[i] = new separate producer { q, i * items, items };
		separate (p) { produce(p); }
	}
	for (long i = 0; i < n; i++) {
		separate consumer *c = consumers[i] = new separate consumer { q, items, 0 };
		separate (c) { consume(c); }
	}
	for (long i = 0; i < n; i++) {
		separate consumer *c = consumers[i];
		separate (c) { sum += c->sum; }
		delete producers[i];
		delete c;
	}
	separate (q) { empty(q); }
	delete q;
	return sum;
}

int main(int argc, char **argv)
{
	if (argc != 4) return 2;
	long n = atol(argv[2]), items = atol(argv[3]);
	conc_processors((unsigned)atoi(argv[1]));
	run(n, items / 10);
	double start = clock_ns();
	long sum = run(n, items);
	report((clock_ns() - start) / (double)(n * items), sum);
}
