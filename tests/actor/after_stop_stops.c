// SPDX-License-Identifier: MIT
// The end of a system is the end of its actors.
#include <conc.h>

actor counter { long n; };
message add { long by; };
receive (counter *self, add *m) { self->n += m->by; }

static counter c;

int main(void)
{
	conc_actors_start(NULL);
	c | (add){ 1 };
	conc_actors_stop();
	conc_actors_start(NULL);
	c | (add){ 2 };
}
