// SPDX-License-Identifier: MIT
// class: owner
// A few buffers go round between a reader and a writer: full ones by one channel, empty ones back by another one.
#include <conc.h>
#include <stdio.h>

enum { BUFFERS = 3, ROUNDS = 12 };
struct buffer { int n, numbers[4]; };

static void fill(channel(struct buffer *) *empty, channel(struct buffer *) *full)
{
	struct buffer *b;

	for (int i = 0; i < ROUNDS; i++) {
		b << empty;
		b->n = i % 4 + 1;
		for (int k = 0; k < b->n; k++)
			b->numbers[k] = i;
		full << b;
	}
	conc_close(full);
}

int main(void)
{
	static struct buffer buffers[BUFFERS];
	channel(struct buffer *) empty = { BUFFERS }, full = { BUFFERS };
	struct buffer *b;
	int sum = 0;

	for (int i = 0; i < BUFFERS; i++)
		empty << &buffers[i];
	task(void) filler = spawn fill(&empty, &full);
	while (b << full) {
		for (int k = 0; k < b->n; k++)
			sum += b->numbers[k];
		empty << b;
	}
	printf("%d\n", sum);
	return sum != 180;
}
