// SPDX-License-Identifier: MIT
// Arguments: processors, rows and columns, times, points to choose.
#include "../cowichan_shared.hpp"

static void chain()
{
	randmat();
	thresh();
	winnow();
	outer();
	product();
}

static long long pull() { return digest_of_product(result, chosen); }

int main(int argc, char **argv)
{
	if (!cowichan_arguments(argc, argv)) return 2;
	use_processors();
	make_matrices();
	make_points();
	cowichan_measure(times, chain, pull, nullptr);
}
