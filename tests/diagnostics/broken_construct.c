// SPDX-License-Identifier: MIT
// A construct that cannot be parsed is an error with a caret; each one is reported.
#include <conc.h>

monitor account { long balance; };

void f(account *a)
{
	mutex (a, ) a->balance++;
}

void g(int n)
{
	task(long) t = spawn n + 1;
	n = join(t);
	blocking n++;
}
