// SPDX-License-Identifier: MIT
// An error in what a macro expands to names the place where the macro is used.
#include <conc.h>

#define LOCKED(x) mutex (x) x++

int f(int n)
{
	LOCKED(n);
	return n;
}
