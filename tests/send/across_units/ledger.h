// SPDX-License-Identifier: MIT
#ifndef LEDGER_H
#define LEDGER_H
#include <conc.h>

actor ledger { long sum; int lines; };
actor audited_ledger { inline ledger; int checks; };
message entry { long amount; };
message marked_entry { inline entry; char mark; };
message note { char text[24]; };
destroy (note *m);
receive (ledger *self, entry *m);
receive (ledger *self, note *m);
receive (audited_ledger *self, marked_entry *m);

void enter(ledger *l, long amount);
void enter_marked(audited_ledger *l, long amount);
int forget(void);

/* A send in a header. */
static inline void remark(ledger *l, const char *text)
{
	note n = {0};
	for (int i = 0; text[i] && i < 23; i++) n.text[i] = text[i];
	l | (note){.text = {n.text[0], n.text[1]}};
}
#endif
