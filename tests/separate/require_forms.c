// SPDX-License-Identifier: MIT
// A condition is an expression of C: with reads, calls, other variables, a comma, an assignment; it may call functions that
// reserve other handlers. The statement has any body, and its operands any form.
#include <conc.h>
#include <stdio.h>

typedef struct { int n; struct { int deep[3]; } in; } cell;
struct pair { separate cell *left, *right; };

static void add(cell *c, int n) { c->n += n; }
static int get(const cell *c) { return c->n; }
static cell *self_of(cell *c) { return c; }

static int peek(separate cell *c)
{
	separate (c) return get(c);
}

static void later(separate cell *c, int n)
{
	conc_sleep(1ms);
	separate (c) add(c, n);
}

int main(void)
{
	separate cell *a = new separate cell {}, *b = new separate cell { 7, { { 1, 2, 3 } } };
	struct pair p = { a, b };
	int limit = 1, seen = 0, tries = 0;
	scope {
		spawn later(a, 1);
		separate (a) require (a->n >= limit) seen = a->n;
		printf("%d\n", seen);
		spawn later(a, 1);
		separate (a) require (tries++, get(a) + peek(b) >= 9) add(a, 10);
		spawn later(a, 1);
		separate (p.left, p.right) require (p.left->n > 12 && p.right->in.deep[2] == 3) add(p.right, p.left->n);
		spawn later(b, 1);
		separate (n = p.right) require ((seen = get(self_of(n))) == 21) { add(n, 1); }
	}
	while (true) {
		separate (a) require (a->n) {
			if (a->n > 10) {
				a->n -= 9;
				continue;
			}
			break;
		}
	}
	separate (a, b) printf("%d %d %d, %d\n", a->n, b->n, seen, tries > 0);
	delete a;
	delete b;
}
