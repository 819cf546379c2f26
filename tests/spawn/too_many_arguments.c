// SPDX-License-Identifier: MIT
// spawn calls a function of at most eight parameters.
#include <conc.h>

long nine(int a, int b, int c, int d, int e, int f, int g, int h, int i);

long f(int n)
{
	spawn nine(1, 2, 3, 4, 5, 6, 7, 8, 9);
	return n;
}
