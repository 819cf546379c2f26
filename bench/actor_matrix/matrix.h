// SPDX-License-Identifier: MIT
// Z = X Y, a row at a time, and what is said of it: the same loop for all in C and C++.
#ifndef BENCH_MATRIX_H
#define BENCH_MATRIX_H
#include <stdlib.h>
#include <string.h>
#include "../clock.h"

enum { RUNS = 3 };

static int *matrix_x, *matrix_y, *matrix_z;

// As rustc has it: vectors.
__attribute__((optimize("O3"))) static void matrix_row(long n, long i)
{
	int *__restrict z = matrix_z + i * n;

	memset(z, 0, (size_t)n * sizeof *z);
	for (long k = 0; k < n; k++) {
		const int x = matrix_x[i * n + k], *__restrict y = matrix_y + k * n;
		for (long j = 0; j < n; j++) z[j] += x * y[j];
	}
}

static void matrix_sequential(long n)
{
	for (long i = 0; i < n; i++) matrix_row(n, i);
}

static long long matrix_sum(long n)
{
	long long sum = 0;

	for (long i = 0; i < n * n; i++) sum += matrix_z[i] * (i % 97);
	return sum;
}

static double matrix_time(void (*multiply)(long n), long n)
{
	memset(matrix_z, 0, (size_t)(n * n) * sizeof *matrix_z);
	double start = clock_ns();
	multiply(n);
	return (clock_ns() - start) / 1e6;
}

// Milliseconds of a multiplication, and the speed-up from the sequential loop, which is run by turns with it.
static void matrix_measure(void (*multiply)(long n), long n)
{
	double alone = 0, together = 0;

	matrix_x = (int *)malloc((size_t)(n * n) * sizeof(int));
	matrix_y = (int *)malloc((size_t)(n * n) * sizeof(int));
	matrix_z = (int *)malloc((size_t)(n * n) * sizeof(int));
	for (long i = 0; i < n * n; i++) {
		matrix_x[i] = (int)(i % 7);
		matrix_y[i] = (int)(i % 11);
	}
	matrix_time(multiply, n);
	for (int i = 0; i < RUNS; i++) {
		alone += matrix_time(matrix_sequential, n);
		together += matrix_time(multiply, n);
	}
	report(together / RUNS, matrix_sum(n));
	printf("speedup %.3f\n", alone / together);
}

#endif
