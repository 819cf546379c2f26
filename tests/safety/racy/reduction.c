// SPDX-License-Identifier: MIT
// class: shared
// An array of threads adds up parts of a table. Each adds to one sum, without a lock.
// After DataRaceBench 021.
#include <conc.h>
#include <stdio.h>

enum { THREADS = 4, N = 64 };
static int table[N];
static long sum;

thread adder { int from; };

void main(adder *self)
{
	for (int i = self->from; i < self->from + N / THREADS; i++)
		sum += table[i];	/* races */
}

int main(void)
{
	for (int i = 0; i < N; i++)
		table[i] = i;
	{
		adder a[THREADS] = { { 0 }, { 16 }, { 32 }, { 48 } };
	}
	printf("%s\n", sum <= N * (N - 1) / 2 ? "added" : "too much");
}
