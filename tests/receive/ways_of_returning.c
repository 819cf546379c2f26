// SPDX-License-Identifier: MIT
// A disposition may be returned out of any construct, and be any expression.
#include <conc.h>
monitor account { long n; };
actor a { int n; account *acc; channel(int) *c; };
message m { int n; future(conc_disposition) *f; };
message go {};
conc_disposition pick(conc_disposition d);
conc_disposition pick(conc_disposition d) { return d; }
static int two(int x) { return x; }

receive (a *self, m *p)
{
	channel(conc_disposition) ch = {1};
	if (p->n == 1) return conc_set_disposition(p, Delete), Finished;
	if (p->n == 2) return __extension__ ({ mutex (self->acc) self->acc->n++; Finished; });
	if (p->n == 3) { task(int) t = spawn two(3); return join(t) == 3 ? Finished : Nodelete; }
	if (p->n == 4) return pick(Finished);
	if (p->n == 5) { task(conc_disposition) t = spawn pick(CONC_DESTROY); return join(t); }
	if (p->n == 6) { conc_disposition d; ch << CONC_FINISHED; d << ch; return d; }
	if (p->n == 7) { waituntil (timeout(1ms)) return Finished; or waituntil (p->f) { return Delete; } }
	if (p->n == 8) { mutex (self->acc) return self->acc->n ? Destroy : Finished; }
	if (p->n == 9) { conc_disposition d; d << *p->f; return d; }
	if (p->n == 10) return __extension__ ({ conc_disposition d; d << *p->f; d; });
	switch (p->n) { case 11: return; default: ; }
	if (p->n == 12) return self->n++, Delete;
	if (p->n == 13) return (Finished);
	if (p->n == 14) return __extension__ ({ return Finished; Delete; });
	if (p->n == 15) { blocking { return Finished; } }
	if (p->n == 16) { scope { return Finished; } }
	if (p->n == 18) return conc_fail(3);
	if (p->n == 19) return p->n > 3 ? Finished : self->n ? Delete : pick(Destroy);
}
receive (a *self, go *g) { self->n++; }
receive (a *self, finished_message *g) { (void)self; /* nothing */ }
receive (a *self, delete_message *g) { (void)self; return; }
receive (a *self, conc_failure *g) { self->n = g->status; }
