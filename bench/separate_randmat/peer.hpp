// SPDX-License-Identifier: MIT
// Arguments: processors, rows and columns, times, read or copy (the same here: the main thread has the memory).
#include "../cowichan_shared.hpp"

static long long pull() { return digest_of_cells(matrix, n, n); }
static long long check() { return check_of_cells(matrix, n, n); }

int main(int argc, char **argv)
{
	if (!cowichan_arguments(argc, argv)) return 2;
	use_processors();
	make_matrices();
	cowichan_measure(times, randmat, pull, check);
}
