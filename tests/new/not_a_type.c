// SPDX-License-Identifier: MIT
// new takes a complete object type and braces, delete a pointer.
#include <conc.h>

struct unknown;

void f(int n, double d)
{
	int *p = new int;
	struct unknown *u = new struct unknown {};
	delete d;
	delete n;
	(void)p, (void)u;
}
