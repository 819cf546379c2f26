// SPDX-License-Identifier: MIT
// class: phase
// Four threads meet at a barrier that has been set up for two. A pair goes on while the other two still write.
#include <conc.h>
#include <stdio.h>

enum { THREADS = 4 };
static conc_barrier filled = { 2 };
static int parts[THREADS];

static int work(int number)
{
	int sum = 0;

	parts[number] = 1;	/* races */
	conc_barrier_wait(&filled);
	for (int i = 0; i < THREADS; i++)
		sum += parts[i];	/* races */
	return sum;
}

int main(void)
{
	task(int) t[THREADS];
	int sum = 0;

	for (int i = 0; i < THREADS; i++)
		t[i] = spawn work(i);
	for (int i = 0; i < THREADS; i++)
		sum += join(t[i]);
	printf("%s\n", sum <= 16 ? "summed" : "too much");
}
