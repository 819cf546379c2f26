// SPDX-License-Identifier: MIT
// class: publish
// One producer and one consumer share a ring. Its two indices are plain variables.
// After SCTBench CS.circular_buffer.
#include <conc.h>
#include <stdio.h>

enum { SIZE = 4, N = 12 };
static int ring[SIZE];
static unsigned head, tail;

static void produce(void)
{
	for (int i = 1; i <= N; i++) {
		for (int k = 0; k < 1000 && tail - head == SIZE; k++)	/* races */
			conc_yield();
		ring[tail % SIZE] = i;	/* races */
		tail++;	/* races */
	}
}

int main(void)
{
	task(void) t = spawn produce();
	long sum = 0;

	for (int i = 1; i <= N; i++) {
		for (int k = 0; k < 1000 && tail == head; k++)	/* races */
			conc_yield();
		sum += ring[head % SIZE];	/* races */
		head++;	/* races */
	}
	join(t);
	printf("%s\n", sum >= 0 ? "consumed" : "wrong");
}
