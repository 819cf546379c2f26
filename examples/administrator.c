// SPDX-License-Identifier: MIT
// A bounded buffer with an administrator: a thread that takes what it has room for, gives what it has, and ends when told.
#include <conc.h>
#include <stdio.h>

enum { SIZE = 5, PRODUCERS = 3, CONSUMERS = 4, ITEMS = 400 };

thread administrator { channel(long) insert, remove; channel(int) done; long items[SIZE]; int front, count, stopped; };

void main(administrator *self)
{
	for (;;) {
		long item;
		waituntil (self->stopped << self->done) return;
		or when (self->count < SIZE) waituntil (item << self->insert) {
			self->items[(self->front + self->count++) % SIZE] = item;
		}
		or when (self->count > 0) waituntil (self->remove << self->items[self->front]) {
			self->front = (self->front + 1) % SIZE;
			self->count--;
		}
	}
}

static long produce(channel(long) *to)
{
	long sum = 0;
	for (long i = 1; i <= ITEMS; i++) {
		to << i;
		sum += i;
	}
	return sum;
}

static long consume(channel(long) *from, long items)
{
	long sum = 0, item;
	while (items-- && item << from) sum += item;
	return sum;
}

int main(void)
{
	administrator buffer = {0};
	task(long) producers[PRODUCERS], consumers[CONSUMERS];
	for (int i = 0; i < PRODUCERS; i++) producers[i] = spawn produce(&buffer.insert);
	for (int i = 0; i < CONSUMERS; i++) consumers[i] = spawn consume(&buffer.remove, PRODUCERS * ITEMS / CONSUMERS);
	long in = 0, out = 0;
	for (int i = 0; i < PRODUCERS; i++) in += join(producers[i]);
	for (int i = 0; i < CONSUMERS; i++) out += join(consumers[i]);
	buffer.done << 0;
	join(buffer);
	printf("%ld in, %ld out, %d left\n", in, out, buffer.count);
	return in != out;
}
