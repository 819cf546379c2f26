// SPDX-License-Identifier: MIT
// Wait conditions with many who wait on both sides: nothing is lost, nothing comes twice, and nobody waits for ever, with
// room for one and for three, and with conditions that need several places at once.
#include <conc.h>
#include <stdio.h>

enum { MOST = 3, ITEMS = 60, CLIENTS = 5 };

typedef struct { int items[MOST]; unsigned in, out, size; int most; } buffer;

static unsigned count(const buffer *b) { return b->in - b->out; }
static unsigned room(const buffer *b) { return b->size - count(b); }

static void put(buffer *b, int item)
{
	b->items[b->in++ % b->size] = item;
	if ((int)count(b) > b->most) b->most = (int)count(b);
}

static int take(buffer *b) { return b->items[b->out++ % b->size]; }

static void produce(separate buffer *b, int from, int at_once)
{
	for (int i = 0; i < ITEMS; i += at_once)
		separate (b) require (room(b) >= (unsigned)at_once)
			for (int k = 0; k < at_once; k++) put(b, from + i + k);
}

static long consume(separate buffer *b, int at_once)
{
	long sum = 0;
	for (int i = 0; i < ITEMS; i += at_once)
		separate (b) require ((int)count(b) >= at_once)
			for (int k = 0; k < at_once; k++) sum += take(b);
	return sum;
}

static void run(unsigned size, int at_once)
{
	separate buffer *b = new separate buffer { .size = size };
	task(long) sums[CLIENTS];
	long sum = 0, want = 0;
	scope {
		for (int i = 0; i < CLIENTS; i++) {
			spawn produce(b, i * 1000, i % 2 ? at_once : 1);
			sums[i] = spawn consume(b, i % 2 ? 1 : at_once);
		}
		for (int i = 0; i < CLIENTS; i++) sum += join(sums[i]);
	}
	for (int i = 0; i < CLIENTS; i++)
		for (int k = 0; k < ITEMS; k++) want += i * 1000 + k;
	separate (b) printf("%s, %u left, never too full: %d\n", sum == want ? "all" : "LOST", count(b), b->most <= (int)size);
	delete b;
}

int main(void)
{
	run(1, 1);
	run(2, 1);
	run(3, 2);
}
