// SPDX-License-Identifier: MIT
// Scalable actors that send to one another: numbers are factored, each factor goes on to one of a few tables, and these tell
// a sum. Nobody waits; all have ended their work when the system stops, and what it comes to is what plain C says.
#include <conc.h>
#include <stdio.h>

enum { NUMBERS = 600, TABLES = 3 };

actor sum { long factors, all; };
message total { long factors, all; };
receive (sum *self, total *m) { self->factors += m->factors, self->all += m->all; }

actor table { sum *to; long factors, all; };
message factor { long n; };
message tell {};
scalable receive (table *self, factor *m) { self->factors++, self->all += m->n; }
receive (table *self, tell *m)
{
	*self->to | (total){ self->factors, self->all };
	self->factors = self->all = 0;
}
export (table *self, table *replica) { (void)self, (void)replica; }
import (table *self, table *replica)
{
	self->factors += replica->factors, self->all += replica->all;
	replica->factors = replica->all = 0;
}

actor factors { table *tables; };
message number { long n; };
message end {};
scalable receive (factors *self, number *m)
{
	for (long p = 2, n = m->n; n > 1; p++)
		for (; n % p == 0; n /= p) self->tables[p % TABLES] | (factor){ p };
}
receive (factors *self, end *m)
{
	for (int i = 0; i < TABLES; i++) self->tables[i] | (tell){};
}
export (factors *self, factors *replica) { replica->tables = self->tables; }
import (factors *self, factors *replica) { (void)self, (void)replica; }

int main(void)
{
	sum s = {};
	table tables[TABLES] = { { &s }, { &s }, { &s } };
	factors f = { tables };
	conc_actors_start(&(struct conc_actors_config){ .scaling = { .policy = CONC_SCALING_AGGRESSIVE } });
	for (long n = 2; n < NUMBERS; n++) f | (number){ n };
	f | (end){};
	conc_actors_stop();
	long count = 0, all = 0;
	for (long i = 2; i < NUMBERS; i++)
		for (long p = 2, n = i; n > 1; p++)
			for (; n % p == 0; n /= p) count++, all += p;
	printf("%ld factors, %ld together; %ld, %ld\n", s.factors, s.all, count - s.factors, all - s.all);
}
