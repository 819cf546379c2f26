// SPDX-License-Identifier: MIT
// A condition that came true was made so by calls that are seen.
#include <conc.h>
#include "race.h"

int x;

struct cell { int n; };
static void add(struct cell *c, int by) { c->n += by; }
static int get(const struct cell *c) { return c->n; }

static void client(separate struct cell *c)
{
	ORDERED(x = 1;)
	separate (c) add(c, 1);
	BESIDE(x = 1;)
}

int main(void)
{
	for (int late = 0; late < 2; late++) {
		separate struct cell *c = new separate struct cell {};
		task(void) t = spawn client(c);
		if (late) conc_sleep(5ms);
		separate (c) require (get(c) > 0) x = 2;
		join(t);
		delete c;
	}
}
