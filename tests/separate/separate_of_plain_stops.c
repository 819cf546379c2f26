// SPDX-License-Identifier: MIT
// separate_of wants an object that new separate made, where it begins.
#include <conc.h>
#include <stdio.h>

typedef struct { int filling[20]; struct { int n; } part; } cell;
struct plain { int filling[20]; cell in; };

static void look(cell *c)
{
	separate cell *me = separate_of(c);
	printf("%d\n", me != NULL);
	fflush(stdout);
}

int main(void)
{
	separate cell *c = new separate cell {};
	static struct plain p;
	separate (c) {
		look(c);
		(void)c->part.n; // waits for it
	}
	delete c;
	look(&p.in);
}
