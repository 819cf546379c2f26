// SPDX-License-Identifier: MIT
// flavours: concc gcc
// flags: -Wno-pedantic -Wno-shadow
// A nested function in a separate block and in require is the one that is called, not that of the same name at file scope.
#include <conc.h>
#include <stdio.h>

struct cell { int n; };
static void add(struct cell *c, int n) { c->n += 100 * n; }
static bool ready(struct cell *c) { return c->n < 0; }

int main(void)
{
	separate struct cell *c = new separate struct cell { 1 };
	int k = 5;
	{
		bool ready(struct cell *c) { return c->n == 1; }
		separate (c) require (ready(c)) {
			void add(struct cell *c, int n) { c->n += n + k; }
			add(c, 1);
			printf("%d\n", c->n);
		}
	}
	separate (c) {
		add(c, 1);
		printf("%d %d\n", c->n, ready(c));
	}
	delete c;
}
