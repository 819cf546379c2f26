// SPDX-License-Identifier: MIT
// Calls on a passive handler run on the client's own thread, at once; those on an active one do not. What was logged before
// the switch is carried out before it.
#include <conc.h>
#include <stdio.h>

typedef struct { int calls; void *by; } cell;

static void call(cell *c)
{
	c->by = conc_self();
	c->calls++;
}

static void slow(cell *c)
{
	conc_sleep(1ms);
	c->calls++;
}

int main(void)
{
	separate cell *c = new separate cell {};
	separate (c) {
		call(c);
		printf("%d\n", c->by == conc_self());
	}
	separate (c) slow(c), slow(c);
	conc_set_passive(c);
	separate (c) {
		call(c);
		printf("%d %d\n", c->by == conc_self(), c->calls);
		int before = c->calls;
		call(c);
		call(c);
		printf("%d\n", c->calls - before);
	}
	conc_set_active(c);
	separate (c) {
		call(c);
		printf("%d\n", c->by == conc_self());
	}
	delete c;
}
