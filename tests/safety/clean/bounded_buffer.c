// SPDX-License-Identifier: MIT
// class: phase
// Producers and consumers share a monitor with a ring. They wait for two conditions while it is full or empty.
// After SCTBench inspect.boundedBuffer.
#include <conc.h>
#include <stdio.h>

monitor ring { int items[3]; unsigned in, out; conc_condition not_full, not_empty; };
static ring r;

static void put(ring * mutex x, int item)
{
	while (x->in - x->out == 3)
		conc_wait(&x->not_full, x);
	x->items[x->in++ % 3] = item;
	conc_signal(&x->not_empty);
}

static int get(ring * mutex x)
{
	while (x->in == x->out)
		conc_wait(&x->not_empty, x);
	conc_signal(&x->not_full);
	return x->items[x->out++ % 3];
}

static void produce(int from)
{
	for (int i = from; i < from + 10; i++)
		put(&r, i);
}

int main(void)
{
	int sum = 0;

	scope {
		spawn produce(0);
		spawn produce(10);
		for (int i = 0; i < 20; i++)
			sum += get(&r);
	}
	printf("%d\n", sum);
	return sum != 190;
}
