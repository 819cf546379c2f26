#line 1 "picture.c"
// SPDX-License-Identifier: MIT
#include <conc.h>

typedef struct teller teller; struct teller { int *accounts; int transfers; struct conc_thread_object conc_thread; }; void conc_main_teller(teller *self); CONC_THREAD_TYPE(teller, conc_main_teller);

void conc_main_teller(teller *self)
{
	self->transfers = *self->accounts;
}

int f(int *bank);

int f(int *bank)
{
	teller t[2] = { { .accounts = bank, .transfers = 1 }, { .accounts = bank, .transfers = 2 } }, u = {0}; CONC_THREADS(8, teller, t); CONC_THREADS(9, teller, u);
	teller *p = CONC_NEW_THREAD(3, teller, { .accounts = bank, .transfers = 3 });
	CONC_JOIN(&t[0]);
	CONC_JOIN(&u);
	CONC_JOIN(p);
	int sum = t[0].transfers + p->transfers + u.transfers;
	CONC_DELETE_THREAD(p);
	return sum;
}
