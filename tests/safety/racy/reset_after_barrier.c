// SPDX-License-Identifier: MIT
// class: phase
// After the barrier all threads read the sum of the round, and the first one sets it to zero for the next round.
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
		mutex (lock) sum += 1;	/* races */
		conc_barrier_wait(&round_ends);
		seen += sum;	/* races */
		if (number == 0)
			sum = 0;	/* races */
	}
	return seen;
}

int main(void)
{
	task(int) a = spawn walk(0), b = spawn walk(1);

	printf("%s\n", join(a) + join(b) <= 36 ? "walked" : "too far");
}
