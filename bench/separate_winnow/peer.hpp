// SPDX-License-Identifier: MIT
// Arguments: processors, rows and columns, times, points to choose.
#include "../cowichan_shared.hpp"

static long long pull() { return digest_of_points(x, y, chosen); }

int main(int argc, char **argv)
{
	if (!cowichan_arguments(argc, argv)) return 2;
	use_processors();
	make_matrices();
	make_points();
	randmat();
	thresh();
	cowichan_measure(times, winnow, pull, nullptr);
}
