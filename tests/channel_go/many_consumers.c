// SPDX-License-Identifier: MIT
// Two dozen workers pass on what one feeder sends; the feeder closes the first channel, and the second when
// all workers are through.
#include <conc.h>
#include <stdio.h>

enum { WORKERS = 23 };

static const int primes[] = { 2, 3, 7, 11, 13, 17, 19, 23, 27, 31 };
enum { PRIMES = sizeof primes / sizeof *primes };

static void work(channel(int) *in, channel(int) *out, int me)
{
	int v;
	while (v << in) {
		if (primes[me % PRIMES] == v) conc_yield();
		out << v;
	}
}

static void feed(channel(int) *in, channel(int) *out, int n)
{
	{
		task(void) workers[WORKERS];
		for (int i = 0; i < WORKERS; i++) workers[i] = spawn work(in, out, i);
		for (int i = 0; i < n; i++) in << primes[i % PRIMES];
		conc_close(in);
	}
	conc_close(out);
}

int main(void)
{
	channel(int) in = {3 * WORKERS}, out = {3 * WORKERS};
	int n = conc_test_seed() ? 100 : 20000, seen = 0, v;
	long sum = 0;
	task(void) feeder = spawn feed(&in, &out, n);
	while (v << out) {
		seen++;
		sum += v;
	}
	conc_test_assert(seen == n && sum == n / PRIMES * 153L);
	puts("ok");
}
