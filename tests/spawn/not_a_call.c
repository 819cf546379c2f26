// SPDX-License-Identifier: MIT
// spawn takes a call of a function with a fixed list of at most eight parameters.
#include <conc.h>
#include <stdio.h>

long nine(int a, int b, int c, int d, int e, int f, int g, int h, int i);

long f(int n)
{
	spawn printf("%d\n", n);
	spawn nine(1, 2, 3, 4, 5, 6, 7, 8, 9);
	task(long) t = spawn n + 1;
	return join(t);
}
