// SPDX-License-Identifier: MIT
// class: phase
// Threads fill their parts of an array, and then read the parts of their neighbours. There is no barrier in between.
// After DataRaceBench 013.
#include <conc.h>
#include <stdio.h>

enum { THREADS = 3 };
static int parts[THREADS];

thread worker { int number, sum; };

void main(worker *self)
{
	parts[self->number] = self->number + 1;	/* races */
	for (int i = 0; i < THREADS; i++)
		self->sum += parts[i];	/* races */
}

int main(void)
{
	int sum = 0;
	worker w[THREADS] = { { 0, 0 }, { 1, 0 }, { 2, 0 } };

	for (int i = 0; i < THREADS; i++) {
		join(w[i]);
		sum += w[i].sum;
	}
	printf("%s\n", sum <= 18 ? "summed" : "too much");
}
