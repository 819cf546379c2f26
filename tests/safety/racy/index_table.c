// SPDX-License-Identifier: MIT
// class: array
// Threads add to elements that a table of indices names. One index is there twice, in the parts of two threads.
// After DataRaceBench 005.
#include <conc.h>
#include <stdio.h>

enum { N = 16 };
static const int places[N] = { 3, 1, 7, 0, 12, 5, 9, 2, 8, 4, 11, 5, 6, 10, 14, 13 };
static double cells[N];

static void add(int from, int to)
{
	for (int i = from; i < to; i++)
		cells[places[i]] += i;	/* races */
}

int main(void)
{
	scope {
		spawn add(0, N / 2);
		spawn add(N / 2, N);
	}
	printf("%s\n", cells[5] <= 16 ? "added" : "too much");
}
