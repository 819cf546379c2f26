// SPDX-License-Identifier: MIT
// A C error inside the block is reported at its own place.
#include <conc.h>

static conc_mutex m;

int f(int n)
{
	mutex (m) {
		n = n +;
	}
	return n;
}
