// SPDX-License-Identifier: MIT
// flavours: concc gcc (clang has no functions in functions)
// flags: -Wno-pedantic -Wno-shadow (they are GNU C)
// GNU C's functions in functions: they use what the block around them has reserved, and are run at
// once where they take it, since their frame is the client's.
#include <conc.h>
#include <stdio.h>

typedef struct cell {
	int n;
} cell;
static void set(cell *c, int n) { c->n = n; }
static int get(const cell *c) { return c->n; }

static int sum(separate cell *c, int n)
{
	int seen = 0;
	separate (c) {
		int add(int k)
		{
			set(c, get(c) + k);
			return get(c);
		}
		void look(cell *own, int k) { seen += own->n + k; }
		for (int i = 0; i < n; i++) look(c, add(i));
		int c = 5;
		seen += c;
	}
	return seen;
}

int main(void)
{
	separate cell *c = new separate cell {.n = 1};
	printf("%d\n", sum(c, 4));
	delete c;
}
