// SPDX-License-Identifier: MIT
// options: -O3 -march=native -fno-math-errno
// Arguments: processors, points, times, read or copy.
#include "../cowichan_separate.h"

static double *own, *own_vector;

static void compute(void)
{
	ask_outer();
	wait_for_workers();
}

static long long digest(separate worker *w)
{
	long long sum = 0;
	separate (w) {
		const long first = w->first_chosen, rows = w->rows_chosen, columns = w->chosen;
		for (long i = 0; i < rows; i++) {
			long row = 0;
			for (long j = 0; j < columns; j++) row += distance_at(w, i, j) > FAR;
			sum += (first + i + 1) * row;
		}
	}
	return sum;
}

static void copy(separate worker *w, double *restrict to, double *restrict to_vector)
{
	separate (w) {
		const long first = w->first_chosen, rows = w->rows_chosen, columns = w->chosen;
		for (long i = 0; i < rows; i++) {
			to_vector[first + i] = vector_at(w, first + i);
			for (long j = 0; j < columns; j++) to[(first + i) * columns + j] = distance_at(w, i, j);
		}
	}
}

// A thread for each part.
static void copy_all(void)
{
	task(void) copies[parts];
	for (long i = 0; i < parts; i++) copies[i] = spawn copy(workers[i], own, own_vector);
	for (long i = 0; i < parts; i++) join(copies[i]);
}

static long long pull(void)
{
	long long sum = 0;
	if (copying) {
		copy_all();
		return digest_of_distances(own, chosen, chosen, FAR);
	}
	for (long i = 0; i < parts; i++) sum += digest(workers[i]);
	return sum;
}

static long long check(void)
{
	copy_all();
	return check_of_distances(own, own_vector, chosen, chosen);
}

int main(int argc, char **argv)
{
	if (!cowichan_arguments(argc, argv)) return 2;
	make_workers();
	own = room(chosen * chosen, sizeof *own);
	own_vector = room(chosen, sizeof *own_vector);
	for (long i = 0; i < parts; i++)
		separate (w = workers[i]) { worker_some_points(w); }
	wait_for_workers();
	cowichan_measure(times, compute, pull, check);
}
