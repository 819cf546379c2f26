// SPDX-License-Identifier: MIT
#include <conc.h>
#include <stdlib.h>
#include "../clock.h"

static conc_mutex lock;
static long long count;

__attribute__((noinline)) static void loop(long n)
{
	for (long i = 0; i < n; i++)
		mutex (lock) count++;
}

int main(int argc, char **argv)
{
	long n = argc > 1 ? atol(argv[1]) : 1000000;
	loop(n / 10);
	count = 0;
	double start = clock_ns();
	loop(n);
	report((clock_ns() - start) / (double)n, count);
}
