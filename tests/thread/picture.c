// SPDX-License-Identifier: MIT
#include <conc.h>

thread teller { int *accounts; int transfers; };

void main(teller *self)
{
	self->transfers = *self->accounts;
}

int f(int *bank);

int f(int *bank)
{
	teller t[2] = { { bank, 1 }, { bank, 2 } }, u = {0};
	teller *p = new teller { bank, 3 };
	join(t[0]);
	join(u);
	join(p);
	int sum = t[0].transfers + p->transfers + u.transfers;
	delete p;
	return sum;
}
