// SPDX-License-Identifier: MIT
// class: separate
// Code of a handler keeps the plain pointer to its object in a global variable. Main uses it outside of any reservation.
#include <conc.h>
#include <stdio.h>

typedef struct { int value; } cell;
static cell *_Atomic known;

static void announce(cell *self)
{
	known = self;
}

static void set(cell *self, int to)
{
	self->value = to;	/* races */
}

int main(void)
{
	separate cell *c = new separate cell {};
	int seen = 0;

	separate (c) announce(c);
	while (!known)
		conc_yield();
	separate (c) set(c, 5);
	seen = known->value;	/* races */
	separate (c) seen += c->value;
	delete c;
	printf("%s\n", seen <= 10 ? "seen" : "too much");
}
