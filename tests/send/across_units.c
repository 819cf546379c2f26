// SPDX-License-Identifier: MIT
// flags: -Wno-pedantic
#include "ledger.h"
#include <stdio.h>

/* Sends to actors whose behaviours are in another unit, and private actors of the same name in two. */
actor helper { long other, fields; };
message job { long add; const char *text; };
static receive (helper *self, job *m) { self->other += m->add; self->fields++; }

void enter_marked(audited_ledger *l, long amount)
{
	l | (marked_entry){{amount}, '!'};
}

int main(void)
{
	helper h = {};
	ledger l = {};
	audited_ledger a = {};
	conc_actors_start(NULL);
	for (int i = 1; i <= 100; i++) {
		enter(i % 2 ? &l : (ledger *)&a, i);
		enter_marked(&a, 1000);
		h | (job){i, "text"};
	}
	remark(&l, "x");
	remark(&a, "b");
	l | (entry){5};
	a | (entry){6};
	conc_actors_stop();
	printf("%ld %d, %ld %d %d, %ld %ld, %d\n", l.sum, l.lines, a.sum, a.lines, a.checks, h.other, h.fields, forget());
}
