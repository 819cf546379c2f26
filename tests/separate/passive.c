// SPDX-License-Identifier: MIT
// A passive handler has no execution of its own: clients run its calls themselves, in the same order, one block at a time;
// conditions, several operands, re-entry and objects on the same handler are as with an active one. Between blocks it may be
// switched at any time, by anybody.
#include <conc.h>
#include <stdio.h>

enum { CLIENTS = 5, ROUNDS = 60 };

typedef struct { int n, last, wrong, inside; } cell;

static void begin(cell *c, int me)
{
	c->wrong += c->inside++ != 0;
	c->last = me;
}

static void step(cell *c, int me)
{
	c->wrong += c->last != me || c->inside != 1;
	c->n++;
	if (c->n % 16 == 0) conc_yield();
}

static void end(cell *c) { c->inside--; }
static int get(const cell *c) { return c->n; }

static void client(separate cell *c, separate cell *d, int me)
{
	for (int i = 0; i < ROUNDS; i++) {
		separate (c) {
			begin(c, me);
			step(c, me);
			if (i % 3 == 0) conc_yield();
			step(c, me);
			end(c);
		}
		separate (d, c) require (get(c) > 0) {
			begin(c, me), begin(d, me);
			step(d, me), step(c, me);
			separate (c) step(c, me);
			end(c), end(d);
		}
	}
}

static void switcher(separate cell *c)
{
	for (int i = 0; i < ROUNDS; i++) {
		if (i % 2) conc_set_active(c);
		else conc_set_passive(c);
		conc_yield();
	}
}

static void run(separate cell *c, separate cell *d, bool switches)
{
	scope {
		for (int i = 0; i < CLIENTS; i++) spawn client(c, d, i + 1);
		if (switches) {
			spawn switcher(c);
			spawn switcher(d);
		}
	}
	separate (c, d) printf("%d %d, %d wrong\n", c->n, d->n, c->wrong + d->wrong);
	separate (c, d) c->n = d->n = 0;
}

int main(void)
{
	separate cell *c = new separate cell {}, *d = new separate cell {};
	conc_set_passive(c);
	conc_set_passive(c);	// it is already
	run(c, d, false);
	conc_set_passive(d);
	run(c, d, false);
	conc_set_active(c);
	run(c, d, false);
	run(c, d, true);
	conc_set_active(c);
	conc_set_active(d);
	printf("%d %d\n", conc_is_passive(c), conc_is_passive(d));
	run(c, d, false);
	delete c;
	delete d;
}
