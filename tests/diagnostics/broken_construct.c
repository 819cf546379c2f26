// SPDX-License-Identifier: MIT
// A construct that cannot be parsed is an error with a caret; what follows is still checked.
#include <conc.h>

monitor account { long balance; };

void f(account *a)
{
	mutex (a, ) a->balance++;
	mutex (a->nothing) a->balance++;
}

void g(int n)
{
	mutex (n) n++;
}
