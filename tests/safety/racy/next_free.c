// SPDX-License-Identifier: MIT
// class: array
// Threads write what they find into the next free place of one array. The number of places taken is a plain variable.
// After DataRaceBench 018.
#include <conc.h>
#include <stdio.h>

static int primes[64], found;

static void search(int from, int to)
{
	for (int n = from; n < to; n++) {
		bool prime = true;
		for (int d = 2; d * d <= n; d++)
			prime &= n % d != 0;
		if (prime)
			primes[found++] = n;	/* races */
	}
}

int main(void)
{
	scope {
		spawn search(2, 50);
		spawn search(50, 100);
	}
	printf("%s\n", found <= 25 ? "found" : "too many");
}
