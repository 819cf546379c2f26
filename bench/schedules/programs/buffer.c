// SPDX-License-Identifier: MIT
// Two producers and two consumers share a buffer of two.
#include <conc.h>

enum { SIZE = 2, ITEMS = 8 };

monitor buffer {
	int items[SIZE];
	unsigned in, out;
	conc_condition not_full, not_empty;
};

static void put(buffer * mutex b, int item)
{
	while (b->in - b->out == SIZE)
		conc_wait(&b->not_full, b);
	b->items[b->in++ % SIZE] = item;
	conc_signal(&b->not_empty);
}

static int take(buffer * mutex b)
{
	while (b->in == b->out)
		conc_wait(&b->not_empty, b);
	int item = b->items[b->out++ % SIZE];
	conc_signal(&b->not_full);
	return item;
}

thread producer { buffer *b; };
thread consumer { buffer *b; int sum; };

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
	producer producers[2] = { { &b }, { &b } };
	consumer consumers[2] = { { &b }, { &b } };

	join(consumers[0]);
	join(consumers[1]);
	conc_test_assert(consumers[0].sum + consumers[1].sum == ITEMS * (ITEMS + 1));
}
