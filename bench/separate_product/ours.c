// SPDX-License-Identifier: MIT
// options: -O3 -march=native -fno-math-errno
// Arguments: processors, points, times.
#include "../cowichan_separate.h"

static double *own;

static void compute(void)
{
	ask_product();
	wait_for_workers();
}

static long long pull(void)
{
	pull_results(own);
	return digest_of_product(own, chosen);
}

int main(int argc, char **argv)
{
	if (!cowichan_arguments(argc, argv)) return 2;
	make_workers();
	own = room(chosen, sizeof *own);
	for (long i = 0; i < parts; i++)
		separate (w = workers[i]) { worker_some_points(w); }
	ask_outer();
	wait_for_workers();
	cowichan_measure(times, compute, pull, NULL);
}
