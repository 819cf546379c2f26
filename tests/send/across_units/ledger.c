// SPDX-License-Identifier: MIT
#include "ledger.h"

static _Atomic int notes;
destroy (note *m) { notes += m->text[0] != 0; }
receive (ledger *self, entry *m) { self->sum += m->amount; self->lines++; }
receive (ledger *self, note *m) { self->lines += m->text[1] == 'b'; }
receive (audited_ledger *self, marked_entry *m)
{
	self->checks += m->mark == '!';
	ledger *as_ledger = self;
	as_ledger | (entry){m->amount};
}

/* Private to this unit; the other one has an actor of the same name. */
actor helper { int a; };
message job { ledger *to; };
static receive (helper *self, job *m) { self->a++; remark(m->to, "ab"); }
static helper own;

int forget(void)
{
	int n = notes;
	notes = 0;
	return n + 100 * own.a;
}

void enter(ledger *l, long amount)
{
	l | (entry){amount};
	own | (job){l};
}
