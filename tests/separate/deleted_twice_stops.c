// SPDX-License-Identifier: MIT
// flavours: concc gcc clang (a sanitizer sees it first)
// What has been deleted cannot be deleted again, where that can be told.
#include <conc.h>
#include <stdio.h>

typedef struct { int n; } cell;

int main(void)
{
	separate cell *c = new separate cell {}, *d = new separate(c) cell {};
	delete c;
	separate (d) printf("%d\n", d->n);
	fflush(stdout);
	delete c;
	separate (d) printf("not reached: %d\n", d->n);
}
