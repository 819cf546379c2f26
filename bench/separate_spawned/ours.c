// SPDX-License-Identifier: MIT
// Arguments: processors, accounts, transfers. check: what all accounts have in the end.
#include <conc.h>
#include <stdlib.h>
#include "../clock.h"

typedef struct account { long balance; } account;

static void transfer(account *from, account *to, long n)
{
	from->balance -= n;
	to->balance += n;
}

static unsigned next(unsigned *state) { return *state = *state * 1664525 + 1013904223; }

static long run(long n, long times)
{
	separate account *accounts[n];
	unsigned state = 1;
	long sum = 0;
	for (long i = 0; i < n; i++) accounts[i] = new separate account { 100 };
	for (long i = 0; i < times; i++) {
		long a = next(&state) / 65536 % n, b = (a + 1 + next(&state) / 65536 % (n - 1)) % n;
		separate account *from = accounts[a], *to = accounts[b];
#ifdef WAITS
		separate (from, to) transfer(from, to, i % 7);
#else
		spawn separate (from, to) transfer(from, to, i % 7);
#endif
	}
	for (long i = 0; i < n; i++) {
		separate account *a = accounts[i];
		separate (a) sum += a->balance;
		delete a;
	}
	return sum;
}

int main(int argc, char **argv)
{
	if (argc != 4) return 2;
	long n = atol(argv[2]), times = atol(argv[3]);
	conc_processors((unsigned)atoi(argv[1]));
	run(n, times / 10);
	double start = clock_ns();
	long sum = run(n, times);
	report((clock_ns() - start) / (double)times, sum);
}
