// SPDX-License-Identifier: MIT
// Producers and consumers share a bounded buffer on a handler of its own. There is neither lock nor condition variable:
// a client says what it requires, and waits until that is so. put is only logged, take has an answer.
#include <conc.h>
#include <stdio.h>

enum { SIZE = 8, ITEMS = 5000, PAIRS = 3 };

typedef struct { int items[SIZE]; unsigned in, out; } buffer;

static unsigned count(const buffer *b) { return b->in - b->out; }
static void put(buffer *b, int item) { b->items[b->in++ % SIZE] = item; }
static int take(buffer *b) { return b->items[b->out++ % SIZE]; }

static void produce(separate buffer *b)
{
	for (int i = 1; i <= ITEMS; i++)
		separate (b) require (count(b) < SIZE) put(b, i);
}

static long consume(separate buffer *b)
{
	long sum = 0;
	for (int i = 1; i <= ITEMS; i++)
		separate (b) require (count(b) > 0) sum += take(b);
	return sum;
}

int main(void)
{
	separate buffer *b = new separate buffer {};
	task(long) sums[PAIRS];
	long sum = 0;
	scope {
		for (int i = 0; i < PAIRS; i++) spawn produce(b);
		for (int i = 0; i < PAIRS; i++) sums[i] = spawn consume(b);
		for (int i = 0; i < PAIRS; i++) sum += join(sums[i]);
	}
	printf("%d items, sum %ld\n", PAIRS * ITEMS, sum);
	delete b;
}
