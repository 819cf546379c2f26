// SPDX-License-Identifier: MIT
// An actor that has returned Finished takes no more messages.
#include <conc.h>

actor counter { long n; };
message add { long by; };
receive (counter *self, add *m) { self->n += m->by; return Finished; }

static counter c;

int main(void)
{
	conc_actors_start(NULL);
	c | (add){ 1 };
	conc_actors_wait();
	c | (add){ 2 };
}
