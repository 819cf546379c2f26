// SPDX-License-Identifier: MIT
// In a replica the actor cannot end.
#include <conc.h>

actor words { };
message line { int n; };
message done { };
conc_disposition somehow(words *self);

scalable receive (words *self, line *m)
{
	if (m->n == 1) return;
	if (m->n == 2) return Nodelete;
	if (m->n == 3) return m->n ? Nodelete : (CONC_NODELETE);
	if (m->n == 4) return m->n++, _Conc_Nodelete;
	if (m->n == 5) return Delete;
	if (m->n == 6) return _Conc_Destroy;
	if (m->n == 7) return m->n ? Nodelete : Finished;
	if (m->n == 8) return CONC_FINISHED;
	if (m->n == 9) return conc_fail(3);
	if (m->n == 10) return somehow(self);
	if (m->n == 11) return ({ m->n = 1; Delete; });
	if (m->n == 12) return m->n ?: Nodelete;
	if (m->n == 13) return 5;
	conc_set_disposition(m, Delete);
	auto int nested(void);
	int nested(void) { return 5; }
	(void)nested();
}

receive (words *self, done *m) { return conc_fail(1); }
