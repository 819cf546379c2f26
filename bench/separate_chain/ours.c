// SPDX-License-Identifier: MIT
// options: -O3 -march=native -fno-math-errno
// Arguments: processors, rows and columns, times, points to choose.
#include "../cowichan_separate.h"

static double *own;

static void compute(void)
{
	ask_randmat();
	ask_thresh();
	ask_winnow();
	ask_outer();
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
	wait_for_workers();
	cowichan_measure(times, compute, pull, NULL);
}
