// SPDX-License-Identifier: MIT
#include "across_units.h"

actor private { int unused; long n; };
static receive (private *self, add *m) { self->n -= m->by; }
static receive (private *self, get *m) { *m->reply << self->n; return Finished; }
static receive (private *self, token *m) { (void)m; self->n *= 2; }

long third_unit(void)
{
	static private p;
	future(long) f = {};
	long n = 0;
	p | (add){ 4 } | (token){} | (get){ &f };
	n << f;
	return n;
}
