// SPDX-License-Identifier: MIT
// Eight objects in one statement, some of them on one handler, one of them twice.
#include <conc.h>
#include <stdio.h>

typedef struct { int n; } cell;

static void add(cell *c, int n) { c->n += n; }

static int sum(const cell *a, const cell *b, const cell *c, const cell *d) { return a->n + b->n + c->n + d->n; }

static void client(separate cell *a, separate cell *b, separate cell *c, separate cell *d, separate cell *e, separate cell *f)
{
	for (int i = 0; i < 100; i++)
		separate (f, a, e, b, d, c, again = a, more = d) {
			add(a, 1), add(b, 1), add(c, 1), add(d, 1), add(e, 1), add(f, 1);
			add(again, 1), add(more, 1);
		}
}

int main(void)
{
	separate cell *a = new separate cell {}, *b = new separate cell {}, *c = new separate(a) cell {};
	separate cell *d = new separate(b) cell {}, *e = new separate cell {}, *f = new separate(c) cell {};
	scope {
		for (int i = 0; i < 3; i++) spawn client(a, b, c, d, e, f);
	}
	separate (a, b, c, d, e, f) {
		printf("%d %d\n", sum(a, b, c, d), sum(c, d, e, f));
		add(c, 1000);
		printf("%d\n", sum(e, f, c, a));
	}
	delete a;
	delete b;
	delete c;
	delete d;
	delete e;
	delete f;
}
