// SPDX-License-Identifier: MIT
// class: separate
// Clients put items into a separate buffer and take them out. Each states by require what it needs.
#include <conc.h>
#include <stdio.h>

typedef struct { int items[4], n; } buffer;

static void put(buffer *b, int item) { b->items[b->n++] = item; }
static int take(buffer *b) { return b->items[--b->n]; }

static void produce(separate buffer *b, int from)
{
	for (int i = from; i < from + 10; i++)
		separate (b) require (b->n < 4) put(b, i);
}

int main(void)
{
	separate buffer *b = new separate buffer {};
	int sum = 0;

	scope {
		spawn produce(b, 0);
		spawn produce(b, 10);
		for (int i = 0; i < 20; i++)
			separate (b) require (b->n > 0) sum += take(b);
	}
	delete b;
	printf("%d\n", sum);
	return sum != 190;
}
