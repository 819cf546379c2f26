// SPDX-License-Identifier: MIT
// A message, and not a stack that overflows.
#include <conc.h>

#define TEN(x) x x x x x x x x x x
#define THOUSAND(x) TEN(TEN(TEN(x)))

int f(int n, conc_mutex *m)
{
	mutex (m) n = THOUSAND(TEN(!)) THOUSAND(TEN(!)) n;
	return n;
}
