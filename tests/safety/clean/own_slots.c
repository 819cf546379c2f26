// SPDX-License-Identifier: MIT
// class: array
// Each worker counts in a slot of its own, and there are as many slots as workers.
#include <conc.h>
#include <stdio.h>

enum { WORKERS = 6 };
static long counts[WORKERS];

thread worker { int number; };

void main(worker *self)
{
	for (int i = 0; i < 10; i++)
		counts[self->number]++;
}

int main(void)
{
	long sum = 0;
	{
		worker w[WORKERS] = { { 0 }, { 1 }, { 2 }, { 3 }, { 4 }, { 5 } };
	}
	for (int i = 0; i < WORKERS; i++)
		sum += counts[i];
	printf("%ld\n", sum);
	return sum != 10 * WORKERS;
}
