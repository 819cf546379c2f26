// SPDX-License-Identifier: MIT
// class: phase
// Threads compute from one array into another one. After the barrier one thread swaps the two pointers, and the others
// have already begun the next round. After DataRaceBench 197: source and target overlap.
#include <conc.h>
#include <stdio.h>

enum { THREADS = 2, PART = 4, N = THREADS * PART };
static conc_barrier round_ends = { THREADS };
static int arrays[2][N], *from = arrays[0], *to = arrays[1];

static void compute(int number)
{
	for (int round = 0; round < 3; round++) {
		int *f = from, *t = to;	/* races */
		for (int i = number * PART; i < (number + 1) * PART; i++) {
			int left = f[(i + N - 1) % N];	/* races */
			t[i] = left + 1;	/* races */
		}
		if (conc_barrier_wait(&round_ends)) {
			int *old = from;
			from = to;	/* races */
			to = old;	/* races */
		}
	}
}

int main(void)
{
	scope {
		for (int i = 0; i < THREADS; i++)
			spawn compute(i);
	}
	printf("%s\n", arrays[1][0] <= 3 ? "computed" : "too much");
}
