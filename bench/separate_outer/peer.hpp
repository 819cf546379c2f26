// SPDX-License-Identifier: MIT
// Arguments: processors, points, times, read or copy (the same here: the main thread has the memory).
#include "../cowichan_shared.hpp"

static long long pull() { return digest_of_distances(distances, chosen, chosen, FAR); }
static long long check() { return check_of_distances(distances, vector, chosen, chosen); }

int main(int argc, char **argv)
{
	if (!cowichan_arguments(argc, argv)) return 2;
	use_processors();
	make_points();
	some_points(x, y, chosen);
	cowichan_measure(times, outer, pull, check);
}
