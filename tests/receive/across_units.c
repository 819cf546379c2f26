// SPDX-License-Identifier: MIT
// A header with actors in three units: receive and destroy are defined in another one than those that send.
// Each unit has private actors of one name, with behaviours of their own.
#include "across_units.h"
#include <stdio.h>

actor private { long n; };
static receive (private *self, add *m) { self->n += m->by; }
static receive (private *self, get *m) { *m->reply << self->n; }

static long all(counter *c)
{
	future(long) f = {};
	long n = 0;
	c | (get){ &f };
	n << f;
	return n;
}

int main(void)
{
	conc_actors_start(NULL);
	{
		counter c = { 1 };
		private p = {};
		future(long) f = {};
		long n = 0;
		text *t = new text { "hello" };
		conc_set_disposition(t, Delete);
		c | t | (add){ 2 };
		n = other_unit(&c);
		printf("%ld", all(&c));
		printf(" %ld\n", n);
		p | (add){ 4 } | (get){ &f };
		n << f;
		printf("%ld %ld\n", n, third_unit());
	}
	conc_actors_stop();
	return 0;
}
