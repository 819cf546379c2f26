// SPDX-License-Identifier: MIT
// flags: -Werror=conc-thread-local
#include <conc.h>

actor counter { long n; };
message add { long by; };
receive (counter *self, add *m) { self->n += m->by; }

static _Thread_local int mine, other;

int f(counter *c, channel(add) *adds);
int f(counter *c, channel(add) *adds)
{
	add one = {1};
	int sum = mine + other;
	if (conc_try_send(c, one)) sum += other;
	c | one;
	sum += mine;
	c | one << adds;
	c | (one << adds);
	return sum;
}

void g(void);
void g(void)
{
	mine++;
	conc_actors_wait();
	mine++;
}
