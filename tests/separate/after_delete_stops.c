// SPDX-License-Identifier: MIT
// What has been deleted cannot be reserved, where that can be told: here another object keeps the handler.
// flavours: concc gcc clang (a sanitizer sees it first)
#include <conc.h>
#include <stdio.h>

typedef struct { int n; } cell;

static void add(cell *c) { c->n++; }

int main(void)
{
	separate cell *c = new separate cell {}, *d = new separate(c) cell {};
	delete c;
	separate (d) printf("%d\n", d->n);
	fflush(stdout);
	separate (c) add(c);
	puts("not reached");
}
