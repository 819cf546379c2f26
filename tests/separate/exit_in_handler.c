// SPDX-License-Identifier: MIT
// Handler code may call exit.
#include <conc.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct { int n; } cell;

static void leave(cell *c, int status)
{
	puts("out");
	exit(status + c->n);
}

static int get(const cell *c) { return c->n; }

int main(void)
{
	separate cell *a = new separate cell { 2 };
	separate (a) {
		leave(a, 4);
		get(a);
		puts("not reached");
	}
}
