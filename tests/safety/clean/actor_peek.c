// SPDX-License-Identifier: MIT
// class: actor
// Main asks an actor for its member, and reads the member itself when the actors have stopped.
#include <conc.h>
#include <stdio.h>

actor counter { long n; };
message add { long by; };
message get { future(long) *reply; };

receive (counter *self, add *m) { self->n += m->by; }
receive (counter *self, get *m) { *m->reply << self->n; }

int main(void)
{
	static counter c;
	future(long) reply = {};
	long seen;

	conc_actors_start(NULL);
	for (int i = 0; i < 20; i++)
		c | (add){ i };
	c | (get){ &reply };
	seen << reply;
	conc_actors_stop();
	printf("%ld\n", c.n);
	return seen != 190 || c.n != 190;
}
