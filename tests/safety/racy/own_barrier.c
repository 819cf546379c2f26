// SPDX-License-Identifier: MIT
// class: phase
// Threads meet at a barrier of their own: a plain number of those who have arrived.
// After DataRaceBench 185.
#include <conc.h>
#include <stdio.h>

enum { THREADS = 2 };
static int arrived, x;

static void meet(void)
{
	arrived++;	/* races */
	for (int i = 0; i < 10000 && arrived < THREADS; i++)	/* races */
		conc_yield();
}

static int work(int number)
{
	if (number == 0)
		x = 5;	/* races */
	meet();
	return x;	/* races */
}

int main(void)
{
	task(int) a = spawn work(0), b = spawn work(1);

	printf("%s\n", join(a) + join(b) <= 10 ? "met" : "wrong");
}
