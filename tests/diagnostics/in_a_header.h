// SPDX-License-Identifier: MIT
#include <conc.h>

static inline int f(int n)
{
	mutex (n) n++;
	return n;
}
