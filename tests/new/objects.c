// SPDX-License-Identifier: MIT
// new yields zeroed or initialised objects of any type, aligned as the type asks.
#include <conc.h>
#include <stdint.h>
#include <stdio.h>

monitor account { long balance; int kind; };
struct plain { int x, y; };
typedef struct { _Alignas(64) char line[64]; } wide;

int main(void)
{
	account *a = new account { 5 }, *b = new account {};
	struct plain *p = new struct plain { .y = 3 };
	long *n = new long { 7 };
	wide *w = new wide {};
	mutex (a, b) printf("%ld %d %ld\n", a->balance, a->kind, b->balance);
	printf("%d %d %ld %d\n", p->x, p->y, *n, (int)((uintptr_t)w % 64));
	delete a;
	delete b;
	delete p;
	delete n;
	delete w;
	a = 0;
	delete a;
}
