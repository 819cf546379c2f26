// SPDX-License-Identifier: MIT
// The chain of filters, one thread for each prime.
#include <conc.h>
#include <stdio.h>

enum { PRIMES = 25 };

static void generate(channel(int) *out)
{
	for (int i = 2; out << i; i++) { }
}

static void filter(channel(int) *in, channel(int) *out, int prime)
{
	int i;
	while (i << in)
		if (i % prime && !(out << i)) break;
	conc_close(in);
}

int main(void)
{
	channel(int) c[PRIMES + 1] = { {0} };
	task(void) t[PRIMES + 1];
	t[0] = spawn generate(&c[0]);
	for (int i = 0; i < PRIMES; i++) {
		int prime;
		prime << c[i];
		printf("%d ", prime);
		t[i + 1] = spawn filter(&c[i], &c[i + 1], prime);
	}
	conc_close(&c[PRIMES]);
	puts("");
}
