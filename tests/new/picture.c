// SPDX-License-Identifier: MIT
#include <conc.h>

monitor account { long balance; };
struct point { int x, y; };

void f(int n);

void f(int n)
{
	account *a = new account { 5 };
	account *v = new account[n] { { 1 }, { 2 } };
	struct point *p = new struct point {
		.x = 1,
		.y = 2,
	};
	delete a;
	delete v;
	delete p;
}
