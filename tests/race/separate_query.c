// SPDX-License-Identifier: MIT
// A query comes after all that was carried out before; a reservation without one orders nothing.
#include <conc.h>
#include "race.h"

int x;

struct cell { int n; };
static void add(struct cell *c, int by) { c->n += by; x++; }
static void nothing(struct cell *c) { (void)c; }
static int get(const struct cell *c) { return c->n; }

static void client(separate struct cell *c)
{
	separate (c) add(c, 1);
}

int main(void)
{
	separate struct cell *c = new separate struct cell {};
	task(void) t = spawn client(c), u = spawn client(c);
	join(t), join(u);
	int n = 0;
	separate (c) {
		nothing(c);
		ORDERED(n = get(c);)
		x = 1;
		n = get(c);
	}
	delete c;
	return n != 2;
}
