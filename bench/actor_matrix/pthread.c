// SPDX-License-Identifier: MIT
// The threads take rows from one counter.
#include <pthread.h>
#include <stdatomic.h>
#include "matrix.h"

static unsigned workers;
static long order;
static atomic_long next;

static void *rows(void *unused)
{
	long i;

	while ((i = atomic_fetch_add(&next, 1)) < order) matrix_row(order, i);
	return unused;
}

static void multiply(long n)
{
	pthread_t threads[workers];

	order = n;
	next = 0;
	for (unsigned i = 0; i < workers; i++) pthread_create(&threads[i], NULL, rows, NULL);
	for (unsigned i = 0; i < workers; i++) pthread_join(threads[i], NULL);
}

int main(int argc, char **argv)
{
	if (argc != 3) return 2;
	workers = (unsigned)atoi(argv[1]);
	matrix_measure(multiply, atol(argv[2]));
}
