// SPDX-License-Identifier: MIT
// Handler code cannot switch its own handler.
#include <conc.h>
#include <stdio.h>

typedef struct { int n; } cell;

static void add(cell *c)
{
	separate cell *me = separate_of(c);
	c->n++;
	conc_set_passive(me);
}

int main(void)
{
	separate cell *c = new separate cell {};
	separate (c) add(c);
	separate (c) printf("not reached: %d\n", c->n);
	delete c;
}
