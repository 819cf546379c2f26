// SPDX-License-Identifier: MIT
#include <pthread.h>
#include <stdlib.h>
#include "../clock.h"

static void *work(void *slot)
{
	++*(long *)slot;
	return NULL;
}

static void round_of(long n, long *slots)
{
	pthread_t t[n];
	for (long i = 0; i < n; i++) pthread_create(&t[i], NULL, work, &slots[i]);
	for (long i = 0; i < n; i++) pthread_join(t[i], NULL);
}

int main(int argc, char **argv)
{
	long n = argc > 1 ? atol(argv[1]) : 1000, rounds = argc > 2 ? atol(argv[2]) : 100, sum = 0;
	long *slots = calloc((size_t)n, sizeof *slots);
	for (long i = 0; i < rounds / 10; i++) round_of(n, slots);
	double start = clock_ns();
	for (long i = 0; i < rounds; i++) round_of(n, slots);
	double took = clock_ns() - start;
	for (long i = 0; i < n; i++) sum += slots[i];
	report(took / (double)(n * rounds), sum);
}
