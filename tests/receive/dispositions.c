// SPDX-License-Identifier: MIT
// The words of dispositions mean something in a return of a behaviour; nothing else is returned.
#include <conc.h>

message add { long by; };
actor counter { long n; };

conc_disposition choose(int n);
int Delete_all(void);

receive (counter *self, add *m)
{
	conc_disposition later = Finished;
	if (m->by > 9) return self->n;
	if (m->by > 8) return 0;
	if (m->by > 7) return m->by ? Finished : 1;
	if (m->by > 6) return choose(1);
	if (m->by > 5) return (self->n++, CONC_DELETE);
	if (m->by > 4) return m->by > 5 ? choose(1) : conc_fail(3);
	return later;
}

int f(add *m)
{
	conc_set_disposition(m, Destroy);
	return Delete;
}
