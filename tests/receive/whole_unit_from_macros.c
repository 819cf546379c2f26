// SPDX-License-Identifier: MIT
// flavours: concc
// Words that macros paste together, and a macro that names itself: the unit is compiled from its preprocessed
// text.
#include <conc.h>
#include <stdio.h>
#define counter(n) counter c = { n }; c | (add){ 4 }
#define CAT(a, b) a##b
#define ACTOR(name, fields) CAT(ac, tor) name { fields };
#define RECEIVES(a, m, body) CAT(rec, eive) (a *self, m *message) { body }
#define SENDS(a, m) a | m
ACTOR(counter, long n;)
message add { long by; };
message get { future(long) *reply; };
RECEIVES(counter, add, self->n += message->by; if (message->by > 5) return Destroy;)
RECEIVES(counter, get, *message->reply << self->n;)
destroy (counter *self) { printf("%ld\n", self->n); }
int main(void)
{
	long n = 0;
	conc_actors_start(NULL);
	{
		counter(0);
		future(long) f = {};
		SENDS(c, (get){ &f });
		n << f;
		SENDS(c, (add){ 6 });
	}
	conc_actors_stop();
	printf("%ld\n", n);
	return 0;
}
