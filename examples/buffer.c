// SPDX-License-Identifier: MIT
// Producers and consumers share a bounded buffer: a monitor with two conditions.
#include <conc.h>
#include <stdio.h>

enum { SIZE = 8, ITEMS = 10000 };

monitor buffer {
	int items[SIZE];
	unsigned in, out;
	conc_condition not_full, not_empty;
};

void put(buffer * mutex b, int item)
{
	while (b->in - b->out == SIZE)
		conc_wait(&b->not_full, b);
	b->items[b->in++ % SIZE] = item;
	conc_signal(&b->not_empty);
}

int take(buffer * mutex b)
{
	while (b->in == b->out)
		conc_wait(&b->not_empty, b);
	int item = b->items[b->out++ % SIZE];
	conc_signal(&b->not_full);
	return item;
}

thread producer { buffer *b; };
thread consumer { buffer *b; long sum; };

void main(producer *self)
{
	for (int i = 1; i <= ITEMS; i++)
		put(self->b, i);
}

void main(consumer *self)
{
	for (int i = 1; i <= ITEMS; i++)
		self->sum += take(self->b);
}

int main(void)
{
	buffer b;
	producer producers[3] = { { &b }, { &b }, { &b } };
	consumer consumers[3] = { { &b }, { &b }, { &b } };

	long sum = 0;
	for (int i = 0; i < 3; i++) {
		join(consumers[i]);
		sum += consumers[i].sum;
	}
	printf("%d items, sum %ld\n", 3 * ITEMS, sum);
}
