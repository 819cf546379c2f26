// SPDX-License-Identifier: MIT
// class: array
// Two threads clear the two halves of an array. The first one goes one element too far.
#include <conc.h>
#include <stdio.h>

enum { N = 32 };
static int field[N];

static void fill(int from, int to, int value)
{
	for (int i = from; i < to; i++)
		field[i] = value;	/* races */
}

int main(void)
{
	{
		task(void) left = spawn fill(0, N / 2 + 1, 1), right = spawn fill(N / 2, N, 2);
	}
	printf("%d\n", field[0] + field[N - 1]);
}
