// SPDX-License-Identifier: MIT
// class: separate
// Code of a handler gives away the separate pointer to its object. Who has it must reserve the object.
#include <conc.h>
#include <stdio.h>

typedef struct cell { int value; } cell;
typedef struct { separate cell *last; } registry;

static void enter(registry *r, separate cell *c)
{
	r->last = c;
}

static void announce(cell *self, separate registry *r)
{
	separate cell *me = separate_of(self);

	separate (r) enter(r, me);
}

static void set(cell *self, int to)
{
	self->value = to;
}

int main(void)
{
	separate registry *r = new separate registry {};
	separate cell *c = new separate cell {}, *got;
	int seen = 0;

	separate (c) announce(c, r);
	separate (r) require (r->last != NULL) got = r->last;
	separate (got) set(got, 5);
	separate (got) seen = got->value;
	delete c;
	delete r;
	printf("%d\n", seen);
	return seen != 5;
}
