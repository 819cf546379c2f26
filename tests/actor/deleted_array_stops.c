// SPDX-License-Identifier: MIT
// With CONC_DEBUG=1: a send to an actor of an array that was deleted, made of a message of another.
#include <conc.h>

actor counter { long n; };
message add { long by; };
receive (counter *self, add *m) { self->n += m->by; }

int main(void)
{
	counter *c = new counter[3], *last = &c[2];
	add *m = new add[2] { { 1 }, { 2 } };
	conc_actors_start(NULL);
	last | &m[0] | &m[1];
	delete c;
	delete m;
	last | (add){ 1 };
}
