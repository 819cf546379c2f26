// SPDX-License-Identifier: MIT
// A monitor's mutex parameter orders the calls; a member that is used without it is not ordered.
#include <conc.h>
#include "race.h"

monitor counter { int n; };

static void add(counter * mutex c, int n) { c->n += n; }

static void f(counter *c)
{
	add(c, 1);
	BESIDE(c->n++;)
}

int main(void)
{
	counter c = {};
	task(void) t = spawn f(&c), u = spawn f(&c);
	join(t), join(u);
	return c.n < 2;
}
