// SPDX-License-Identifier: MIT
// flags: -Wno-pedantic
// Statements in statements: the inner reservation ends with its block, the outer one goes on; arguments
// of calls are queries on other handlers; blocks stand in loops, in switches, in statement expressions.
#include <conc.h>
#include <stdio.h>

typedef struct { int n, calls; } cell;

static void add(cell *c, int n)
{
	c->n += n;
	c->calls++;
}

static int get(const cell *c) { return c->n; }
static int take(cell *c, int n) { return c->n -= n, n; }

static void other_client(separate cell *c)
{
	for (int i = 0; i < 20; i++) separate (c) add(c, 0);
}

int main(void)
{
	separate cell *a = new separate cell {}, *b = new separate cell { .n = 10 }, *c = new separate cell { .n = 100 };
	scope {
		spawn other_client(a);
		spawn other_client(b);
		separate (a)
			separate (b) {
				add(a, take(b, 3));
				separate (c) {
					add(b, take(c, get(a)));
					add(c, get(b) + get(a));
				}
				add(a, get(b));
			}
	}
	separate (c, a, b) printf("%d %d %d\n", get(a), get(b), get(c));
	int n = 0;
	for (int i = 0; i < 3; i++)
		switch (i) {
		case 1: separate (b) add(b, get(b)); break;
		case 2:
			separate (a) {
				switch (a->n) {
				case 13: n += 1; break;
				default: n += 1000;
				}
				add(a, 1);
			}
			break;
		default:
			n += ({ int m; separate (c) m = get(c); m; });
		}
	separate (a) do add(a, n); while (get(a) < 1000);
	if (n) separate (b) add(b, 1); else separate (c) add(c, 1);
	separate (a) for (int i = 0; i < 2; i++) separate (b) if (i) add(b, i); else add(a, i);
	separate (a, b, c) printf("%d %d %d %d\n", get(a), get(b), get(c), n);
	delete a;
	delete b;
	delete c;
}
