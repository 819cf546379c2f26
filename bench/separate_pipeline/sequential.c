// SPDX-License-Identifier: MIT
// options: -O3 -march=native -fno-math-errno -ffp-contract=off -lm
// One thread, and no stages that wait for each other.
#include "signal.h"

int main(int argc, char **argv)
{
	if (!signal_arguments(argc, argv)) return 2;
	struct sample **all = make_signals();
	sequential(all);
	const double took = sequential(all);
	report(took / 1e6, digest_all(all));
}
