// SPDX-License-Identifier: MIT
// class: shared
// Threads look for the largest number. They replace the best one so far by compare and exchange.
#include <conc.h>
#include <stdatomic.h>
#include <stdio.h>

static const int numbers[] = { 3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8 };
static _Atomic int best = -1;

static void offer(int n)
{
	int old = best;

	while (n > old && !atomic_compare_exchange_weak(&best, &old, n))
		;
}

static void search(int from, int to)
{
	for (int i = from; i < to; i++)
		offer(numbers[i]);
}

int main(void)
{
	scope {
		spawn search(0, 6);
		spawn search(6, 12);
	}
	printf("%d\n", best);
	return best != 9;
}
