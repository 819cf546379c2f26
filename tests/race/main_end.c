// SPDX-License-Identifier: MIT
// All that handlers carry out comes before what atexit calls at the end of main, and before nothing else that main does.
#include <conc.h>
#include <stdlib.h>
#include "race.h"

int x, y;

struct cell { int n; };
static void add(struct cell *c, int by) { c->n += by; x++; }

static void at_end(void)
{
	ORDERED(if (x != 2) abort();)
}

int main(void)
{
	separate struct cell *c = new separate struct cell {}, *d = new separate struct cell {};
	atexit(at_end);
	separate (c) add(c, 1);
	separate (c, d) {
		BESIDE(y = x;)
		add(c, 1);
	}
	delete d;
}
