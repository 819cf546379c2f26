// SPDX-License-Identifier: MIT
// The task's type is that of the function's result.
#include <conc.h>

static long square(long n) { return n * n; }

void f(void)
{
	task(int) t = spawn square(3);
	task(long) u = spawn square("three");
	int n = spawn square(4);
	(void)n;
}
