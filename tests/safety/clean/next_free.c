// SPDX-License-Identifier: MIT
// class: array
// Threads write what they find into the next free place of one array. An atomic operation gives each place to one thread.
#include <conc.h>
#include <stdio.h>

static int primes[64];
static _Atomic int found;

static void search(int from, int to)
{
	for (int n = from; n < to; n++) {
		bool prime = true;
		for (int d = 2; d * d <= n; d++)
			prime &= n % d != 0;
		if (prime)
			primes[found++] = n;
	}
}

int main(void)
{
	int sum = 0;

	scope {
		spawn search(2, 50);
		spawn search(50, 100);
	}
	for (int i = 0; i < found; i++)
		sum += primes[i];
	printf("%d primes, %d\n", found, sum);
	return found != 25 || sum != 1060;
}
