// SPDX-License-Identifier: MIT
// class: phase
// Threads compute from one array into another one. The hook of the barrier swaps the two pointers, before anybody goes on.
#include <conc.h>
#include <stdio.h>

enum { THREADS = 2, PART = 4, N = THREADS * PART };
static int arrays[2][N], *from = arrays[0], *to = arrays[1];

static void swap(conc_barrier *b)
{
	int *old = from;

	(void)b;
	from = to;
	to = old;
}

static conc_barrier round_ends = { THREADS, swap };

static void compute(int number)
{
	for (int round = 0; round < 3; round++) {
		for (int i = number * PART; i < (number + 1) * PART; i++)
			to[i] = from[(i + N - 1) % N] + 1;
		conc_barrier_wait(&round_ends);
	}
}

int main(void)
{
	scope {
		for (int i = 0; i < THREADS; i++)
			spawn compute(i);
	}
	printf("%d\n", from[0]);
	return from[0] != 3 || from[N - 1] != 3;
}
