// SPDX-License-Identifier: MIT
// The same where the clients run the calls themselves.
#include <conc.h>
#include "race.h"

int x, y;

struct cell { int n; };
static void add(struct cell *c, int by) { c->n += by; x++; }

static void client(separate struct cell *c)
{
	for (int i = 0; i < 20; i++) separate (c) add(c, 1);
	BESIDE(y++;)
}

int main(void)
{
	separate struct cell *c = new separate struct cell {};
	conc_set_passive(c);
	task(void) t = spawn client(c), u = spawn client(c);
	join(t), join(u);
	delete c;
}
