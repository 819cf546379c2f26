// SPDX-License-Identifier: MIT
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include "../clock.h"

static void *yielder(void *arg)
{
	long n = *(long *)arg;
	for (long i = 0; i < n; i++) sched_yield();
	return NULL;
}

static void both(long n)
{
	pthread_t t[2];
	for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, yielder, &n);
	for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
}

int main(int argc, char **argv)
{
	long n = argc > 1 ? atol(argv[1]) : 1000000;
	both(n / 10);
	double start = clock_ns();
	both(n);
	report((clock_ns() - start) / (double)(2 * n), 2 * n);
}
