/* SPDX-License-Identifier: MIT */
/* A block that is one call: done in one step, where nothing else is done in it. */
#include <conc.h>

typedef struct cell {
	int n;
	separate struct cell *next;
} cell;
monitor base { int n; };
monitor derived { inline base; };

static void set(cell *c, int n) { c->n = n; }
static int get(const cell *c) { return c->n; }
static void link_to(cell *c, separate cell *next) { c->next = next; }
static void reset(base *b) { b->n = 0; }
static separate cell *shared;

static void pass(cell *self, int n)
{
	if (n) separate (self->next) pass(self->next, n - 1);
	else separate (self->next) { set(self->next, 2); }
}

int only(separate cell *c, separate derived *d, int n);
int only(separate cell *c, separate derived *d, int n)
{
	separate (c) { set(c, 1); }
	separate (c) {
		set(c, (int)sizeof(cell) + (n ? 1 : 2)); // here
	}
	separate (c)
	{
		// before
		set(c, 3);
		/* behind */
	}
	separate (c) { pass(c, 3); }
	separate (shared) (set)(shared, 3);
	separate (c) link_to(c, shared);
	separate (d) reset(d);
	/* in two or more */
	separate (c) set(c, n++);
	separate (c) link_to(c, new separate cell {});
	separate (c) set(c, get(c));
	separate (c) { set(c, 1); n++; }
	separate (c) if (n) set(c, 1);
	separate (a = c) set(a, 1);
	separate (c) require (get(c)) set(c, 1);
	separate (c, shared) set(c, 1);
	separate (c) { separate (c) set(c, 1); }
	separate (c) link_to(c, c);
	separate (c) return get(c);
}
