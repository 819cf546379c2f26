// SPDX-License-Identifier: MIT
// A delete is a write of the whole object.
#include <conc.h>
#include "race.h"

monitor cell { int n; };

static int f(const int *n) { return *n; }

int main(void)
{
	cell *c = new cell { 1 };
	task(int) t = spawn f(&c->n);
	ORDERED(join(t);)
	conc_sleep(5ms);
	delete c;
	ORDERED(if (0)) join(t);
}
