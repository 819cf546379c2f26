// SPDX-License-Identifier: MIT
// With CONC_DEBUG=1: a send to an actor whose memory was freed.
#include <conc.h>

actor counter { long n; };
message add { long by; };
receive (counter *self, add *m) { self->n += m->by; return Delete; }

int main(void)
{
	counter *c = new counter { 1 }, *other;
	conc_actors_start(NULL);
	c | (add){ 1 };
	conc_actors_wait();
	other = new counter { 2 };
	c | (add){ 2 };
	delete other;
}
