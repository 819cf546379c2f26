// SPDX-License-Identifier: MIT
#include <conc.h>
#include <stdlib.h>
#include <string.h>
#include "../clock.h"

static void work(long *slot)
{
	++*slot;
}

static void sleeps(long *slot)
{
	if (conc_sleep(1h)) ++*slot;
}

static void complete(long n, long *slots)
{
	scope {
		for (long i = 0; i < n; i++) spawn work(&slots[i]);
	}
}

static void early(long n, long *slots)
{
	scope {
		for (long i = 0; i < n; i++) spawn sleeps(&slots[i]);
		conc_yield(); // they go to sleep
		return;
	}
}

int main(int argc, char **argv)
{
	if (argc < 4) return 2;
	void (*round_of)(long, long *) = strcmp(argv[1], "early") ? complete : early;
	long n = atol(argv[2]), rounds = atol(argv[3]), sum = 0;
	long *slots = calloc((size_t)n, sizeof *slots);
	for (long i = 0; i < rounds / 10; i++) round_of(n, slots);
	double start = clock_ns();
	for (long i = 0; i < rounds; i++) round_of(n, slots);
	double took = clock_ns() - start;
	for (long i = 0; i < n; i++) sum += slots[i];
	report(took / (double)(n * rounds), sum);
}
