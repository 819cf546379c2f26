// SPDX-License-Identifier: MIT
// Who can watch whom.
#include <conc.h>

actor counter { long n; };
actor boss { int ends; };
actor late_boss { int ends; };
message add { long by; };
receive (counter *self, add *m) { self->n += m->by; }
receive (boss *self, conc_end *m) { self->ends += m->actor == 0; }

void f(counter *p, const boss *fixed, boss *b, late_boss *l)
{
	counter c = {};
	add one = {1};
	conc_watch(p, b);
	conc_watch(c, b);
	conc_watch(p, &c);
	conc_watch(p, l);
	conc_watch(&one, fixed);
	conc_watch(p);
	bool ok = conc_unwatch(p, b);
	ok = conc_unwatch(p, *b);
	ok = conc_unwatch(p);
}

receive (late_boss *self, conc_end *m) { (void)m; self->ends++; }
