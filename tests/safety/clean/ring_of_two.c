// SPDX-License-Identifier: MIT
// class: publish
// One producer and one consumer share a ring. Its two indices are atomic; each of them has one writer.
// After SCTBench CS.circular_buffer, mended.
#include <conc.h>
#include <stdatomic.h>
#include <stdio.h>

enum { SIZE = 4, N = 12 };
static int ring[SIZE];
static atomic_uint head, tail;

static void produce(void)
{
	for (int i = 1; i <= N; i++) {
		while (tail - head == SIZE)
			conc_yield();
		ring[tail % SIZE] = i;
		tail++;
	}
}

int main(void)
{
	task(void) t = spawn produce();
	int sum = 0;

	for (int i = 1; i <= N; i++) {
		while (tail == head)
			conc_yield();
		sum += ring[head % SIZE];
		head++;
	}
	join(t);
	printf("%d\n", sum);
	return sum != N * (N + 1) / 2;
}
