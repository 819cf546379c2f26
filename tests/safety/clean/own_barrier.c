// SPDX-License-Identifier: MIT
// class: phase
// Threads meet at a barrier of their own: an atomic number of those who have arrived.
// After DataRaceBench 184.
#include <conc.h>
#include <stdio.h>

enum { THREADS = 2 };
static _Atomic int arrived;
static int x;

static void meet(void)
{
	arrived++;
	while (arrived < THREADS)
		conc_yield();
}

static int work(int number)
{
	if (number == 0)
		x = 5;
	meet();
	return x;
}

int main(void)
{
	task(int) a = spawn work(0), b = spawn work(1);
	int sum = join(a) + join(b);

	printf("%d\n", sum);
	return sum != 10;
}
