// SPDX-License-Identifier: MIT
// new takes a complete object type, delete a pointer.
#include <conc.h>

struct unknown;

void f(int n, double d)
{
	struct unknown *u = new struct unknown {};
	delete d;
	delete n;
	(void)u;
}
