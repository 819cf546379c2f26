// SPDX-License-Identifier: MIT
// options: -O3 -march=native -fno-math-errno
// Arguments: processors, rows and columns, times, read or copy.
#include "../cowichan_separate.h"

static cell *own;

static void compute(void)
{
	ask_randmat();
	wait_for_workers();
}

static long long digest(separate worker *w)
{
	long long sum = 0;
	separate (w) {
		const long first = w->first, rows = w->rows, columns = w->n;
		for (long i = 0; i < rows; i++) {
			long row = 0;
			for (long j = 0; j < columns; j++) row += cell_at(w, i, j);
			sum += (first + i + 1) * row;
		}
	}
	return sum;
}

static void copy(separate worker *w, cell *restrict to)
{
	separate (w) {
		const long first = w->first, rows = w->rows, columns = w->n;
		for (long i = 0; i < rows; i++)
			for (long j = 0; j < columns; j++) to[(first + i) * columns + j] = cell_at(w, i, j);
	}
}

// A thread for each part.
static void copy_all(void)
{
	task(void) copies[parts];
	for (long i = 0; i < parts; i++) copies[i] = spawn copy(workers[i], own);
	for (long i = 0; i < parts; i++) join(copies[i]);
}

static long long pull(void)
{
	long long sum = 0;
	if (copying) {
		copy_all();
		return digest_of_cells(own, n, n);
	}
	for (long i = 0; i < parts; i++) sum += digest(workers[i]);
	return sum;
}

static long long check(void)
{
	copy_all();
	return check_of_cells(own, n, n);
}

int main(int argc, char **argv)
{
	if (!cowichan_arguments(argc, argv)) return 2;
	make_workers();
	own = room(n * n, sizeof *own);
	wait_for_workers();
	cowichan_measure(times, compute, pull, check);
}
