// SPDX-License-Identifier: MIT
// A bathroom: everybody waits for all stalls that suit, and enters the first that becomes free.
// flags: -Wno-pedantic
#include <conc.h>
#include <stdio.h>

enum { WOMEN = 1, MEN = 2, WIDE = 4, STALLS = 4, PEOPLE = 40, VISITS = 25 };

monitor stall { int kind, inside, visits; };

// The locks of the stalls are monitors: who waits for one stands in its queue, first come, first served.
static stall w = { WOMEN }, m = { MEN }, both = { WOMEN | MEN }, wide = { WOMEN | MEN | WIDE };

thread person { int kind, visits; };

static void use(person *self, stall *s)
{
	if (s->inside++ || (self->kind & s->kind) != self->kind) printf("this is stall %d\n", s->kind);
	conc_sleep(10us);
	s->inside--;
	s->visits++;
	self->visits++;
}

void main(person *self)
{
	bool wheelchair = self->kind & WIDE, woman = self->kind & WOMEN;
	while (self->visits < VISITS) {
		when (woman && !wheelchair) waituntil (w) { use(self, &w); }
		or when (!woman && !wheelchair) waituntil (m) { use(self, &m); }
		or when (!wheelchair) waituntil (both) { use(self, &both); }
		or waituntil (wide) { use(self, &wide); }
	}
}

int main(void)
{
	{
		person people[PEOPLE] = { [0 ... 18] = { WOMEN }, { WOMEN | WIDE }, [20 ... 38] = { MEN }, { MEN | WIDE } };
	}	// they came at their declaration, and have all left here
	printf("%d visits to %d stalls\n", w.visits + m.visits + both.visits + wide.visits, STALLS);
	return 0;
}
