// SPDX-License-Identifier: MIT
// Behind quiet(s) all that was logged before has been carried out and is seen, without a reservation.
#include <conc.h>
#include "race.h"

int x;

struct cell { int n; };
static void add(struct cell *c, int by) { c->n += by; x++; }

int main(void)
{
	separate struct cell *c = new separate struct cell {};
	for (int i = 0; i < 3; i++) {
		separate (c) add(c, 1);
		ORDERED(waituntil (quiet(c)) {})
		x = 0;
		BESIDE(waituntil (quiet(c)) {})
	}
	delete c;
}
