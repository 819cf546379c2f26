// SPDX-License-Identifier: MIT
// Plain calls.
#include "calls.h"

int main(int argc, char **argv)
{
	if (!calls_arguments(argc, argv)) return 2;
	processors = 1; // whatever there are
	measure_calls(one_after_another);
}
