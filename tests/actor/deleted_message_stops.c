// SPDX-License-Identifier: MIT
// With CONC_DEBUG=1: a send of a message whose memory was freed.
// flags: -Wno-conc-escape
#include <conc.h>
actor counter { long n; };
message add { long by; };
receive (counter *self, add *m) { self->n += m->by; }

int main(void)
{
	add *m = new add { 1 };
	counter c;
	conc_set_disposition(m, Delete);
	conc_actors_start(NULL);
	c | m;
	conc_actors_stop();
	c | *m;
}
