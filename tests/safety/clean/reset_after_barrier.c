// SPDX-License-Identifier: MIT
// class: phase
// After the barrier all threads read the sum of the round. A second barrier comes before it is set to zero.
#include <conc.h>
#include <stdio.h>

enum { THREADS = 2, ROUNDS = 3 };
static conc_barrier round_ends = { THREADS };
static conc_mutex lock;
static int sum;

static int walk(int number)
{
	int seen = 0;

	for (int round = 0; round < ROUNDS; round++) {
		mutex (lock) sum += 1;
		conc_barrier_wait(&round_ends);
		seen += sum;
		conc_barrier_wait(&round_ends);
		if (number == 0)
			sum = 0;
		conc_barrier_wait(&round_ends);
	}
	return seen;
}

int main(void)
{
	task(int) a = spawn walk(0), b = spawn walk(1);
	int seen = join(a) + join(b);

	printf("%d\n", seen);
	return seen != 12;
}
