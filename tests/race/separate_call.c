// SPDX-License-Identifier: MIT
// A call on a separate object sees what its client did before it was logged, and not what it does after.
#include <conc.h>
#include "race.h"

int x;

struct cell { int n; };
static void add(struct cell *c, int by) { c->n += by; x++; }
static int get(const struct cell *c) { return c->n; }

int main(void)
{
	separate struct cell *c = new separate struct cell {};
	int n;
	separate (c) {
		x = 1;
		add(c, 1);
		BESIDE(x = 2;)
		n = get(c);
		x = 3;
	}
	delete c;
	return n != 1;
}
