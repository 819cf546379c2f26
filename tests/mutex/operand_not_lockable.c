// SPDX-License-Identifier: MIT
// What is no lock cannot be an operand of mutex.
#include <conc.h>

monitor account { long balance; };
struct plain { int x; };

void f(int n, struct plain *p, account *a)
{
	mutex (n) n++;
	mutex (a, p) p->x++;
	mutex (a->balance) n++;
	mutex (3) n++;
}

void g(struct plain * mutex p);
void g(struct plain * mutex p) { p->x++; }
