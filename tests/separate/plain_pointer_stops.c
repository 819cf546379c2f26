// SPDX-License-Identifier: MIT
// A cast can make a separate pointer of a plain one; to reserve what new separate did not make stops the program.
#include <conc.h>
#include <stdio.h>

typedef struct { int n, filling[40]; } cell;

static void add(cell *c) { c->n++; }

int main(void)
{
	static cell room[3];
	separate cell *c = (separate cell *)(void *)&room[1];
	separate (c) add(c);
	puts("not reached");
}
