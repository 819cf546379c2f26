// SPDX-License-Identifier: MIT
// Kinds, behaviours, dispositions and initialisers that macros spell.
#include <conc.h>
#include <stdio.h>

#define COUNTER(name) actor name { long n; }; receive (name *self, add *m) { self->n += m->by; }
#define SELF counter *self
#define HANDLE(type) receive (SELF, type *m)
#define STOP_IF(c) if (c) return Finished
#define LEAVE return
#define ADD(n) ((add){ n })
#define ONE new add { 1 }
#define TWICE(x) (x), (x)

message add { long by; };
message get { future(long) *reply; };
message pair { long a, b; };
COUNTER(counter)
COUNTER(other)

HANDLE(get)
{
	*m->reply << self->n;
	STOP_IF(self->n > 10);
	LEAVE;
}

HANDLE(pair) { self->n += m->a * m->b; }

receive (other *self, get *m) { *m->reply << self->n; STOP_IF(1); }

#define ASK(what, to) do { future(long) f = {}; to | (get){ &f }; what << f; } while (0)

int main(void)
{
	long n = 0, k = 0;
	conc_actors_start(NULL);
	{
		counter c = {};
		other o = { 3 };
		add *one = ONE;
		c | ADD(2) | (pair){ TWICE(2) } | one;
		o | ADD(5);
		ASK(n, c);
		ASK(k, o);
		conc_set_disposition(one, Delete);
		c | one;
	}
	printf("%ld %ld\n", n, k);
	conc_actors_stop();
	return 0;
}
