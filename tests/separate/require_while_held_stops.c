// SPDX-License-Identifier: MIT
// A condition on a handler that the client holds already could never come true: nobody else gets in.
#include <conc.h>
#include <stdio.h>

typedef struct { int n; } cell;

static void add(cell *c) { c->n++; }

static void wait_for(separate cell *c, int n)
{
	separate (c) require (c->n > n) add(c);
}

int main(void)
{
	separate cell *c = new separate cell { 1 };
	separate (c) {
		add(c);
		wait_for(c, 7);
		puts("not reached");
	}
}
