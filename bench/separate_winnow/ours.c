// SPDX-License-Identifier: MIT
// options: -O3 -march=native -fno-math-errno
// Arguments: processors, rows and columns, times, points to choose.
#include "../cowichan_separate.h"

static int *own_x, *own_y;

static void compute(void)
{
	ask_winnow();
	wait_for_workers();
}

static void copy(separate worker *w)
{
	separate (w) {
		const long count = w->chosen;
		for (long i = 0; i < count; i++) {
			own_x[i] = x_at(w, i);
			own_y[i] = y_at(w, i);
		}
	}
}

static long long pull(void)
{
	copy(workers[0]);
	return digest_of_points(own_x, own_y, chosen);
}

int main(int argc, char **argv)
{
	if (!cowichan_arguments(argc, argv)) return 2;
	make_workers();
	own_x = room(chosen, sizeof *own_x);
	own_y = room(chosen, sizeof *own_y);
	ask_randmat();
	ask_thresh();
	wait_for_workers();
	cowichan_measure(times, compute, pull, NULL);
}
