// SPDX-License-Identifier: MIT
// class: array
// Two threads fill the two halves of an array. The middle belongs to the second half only.
#include <conc.h>
#include <stdio.h>

enum { N = 33 };
static int field[N];

static void fill(int from, int to, int value)
{
	for (int i = from; i < to; i++)
		field[i] = value;
}

int main(void)
{
	int sum = 0;
	{
		task(void) left = spawn fill(0, N / 2, 1), right = spawn fill(N / 2, N, 2);
	}
	for (int i = 0; i < N; i++)
		sum += field[i];
	printf("%d\n", sum);
	return sum != 16 + 2 * 17;
}
