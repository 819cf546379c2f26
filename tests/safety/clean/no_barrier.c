// SPDX-License-Identifier: MIT
// class: phase
// Threads fill their parts of an array, meet at a barrier, and then read the parts of their neighbours.
// After DataRaceBench 104.
#include <conc.h>
#include <stdio.h>

enum { THREADS = 3 };
static conc_barrier filled = { THREADS };
static int parts[THREADS];

thread worker { int number, sum; };

void main(worker *self)
{
	parts[self->number] = self->number + 1;
	conc_barrier_wait(&filled);
	for (int i = 0; i < THREADS; i++)
		self->sum += parts[i];
}

int main(void)
{
	int sum = 0;
	worker w[THREADS] = { { 0, 0 }, { 1, 0 }, { 2, 0 } };

	for (int i = 0; i < THREADS; i++) {
		join(w[i]);
		sum += w[i].sum;
	}
	printf("%d\n", sum);
	return sum != 18;
}
