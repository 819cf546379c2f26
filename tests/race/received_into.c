// SPDX-License-Identifier: MIT
// A receive writes its target.
#include <conc.h>
#include "race.h"

static struct parcel { long n[20]; } target;

static void f(channel(struct parcel) *c) { target << *c; }

int main(void)
{
	channel(struct parcel) c = {};
	struct parcel p = {};
	task(void) t = spawn f(&c);
	c << p;
	ORDERED(join(t);)
	target.n[3] = 1;
	BESIDE(join(t);)
}
