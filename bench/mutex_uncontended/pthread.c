// SPDX-License-Identifier: MIT
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>
#include "../clock.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long long count;

__attribute__((noinline)) static void loop(long n)
{
	for (long i = 0; i < n; i++) {
		pthread_mutex_lock(&lock);
		count++;
		pthread_mutex_unlock(&lock);
	}
}

static void *sleeper(void *unused)
{
	pause();
	return unused;
}

int main(int argc, char **argv)
{
	long n = argc > 1 ? atol(argv[1]) : 1000000;
	pthread_t other;	// or glibc takes locks without atomic instructions
	pthread_create(&other, NULL, sleeper, NULL);
	loop(n / 10);
	count = 0;
	double start = clock_ns();
	loop(n);
	report((clock_ns() - start) / (double)n, count);
}
