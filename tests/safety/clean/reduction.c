// SPDX-License-Identifier: MIT
// class: shared
// An array of threads adds up parts of a table, each into a member of its own. Main adds those after it has joined.
// After DataRaceBench 021, mended.
#include <conc.h>
#include <stdio.h>

enum { THREADS = 4, N = 64 };
static int table[N];

thread adder { int from; long sum; };

void main(adder *self)
{
	for (int i = self->from; i < self->from + N / THREADS; i++)
		self->sum += table[i];
}

int main(void)
{
	long sum = 0;

	for (int i = 0; i < N; i++)
		table[i] = i;
	adder a[THREADS] = { { 0, 0 }, { 16, 0 }, { 32, 0 }, { 48, 0 } };
	for (int i = 0; i < THREADS; i++) {
		join(a[i]);
		sum += a[i].sum;
	}
	printf("%ld\n", sum);
	return sum != N * (N - 1) / 2;
}
