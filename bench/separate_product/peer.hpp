// SPDX-License-Identifier: MIT
// Arguments: processors, points, times.
#include "../cowichan_shared.hpp"

static long long pull() { return digest_of_product(result, chosen); }

int main(int argc, char **argv)
{
	if (!cowichan_arguments(argc, argv)) return 2;
	use_processors();
	make_points();
	some_points(x, y, chosen);
	outer();
	cowichan_measure(times, product, pull, nullptr);
}
