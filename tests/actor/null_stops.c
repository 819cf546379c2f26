// SPDX-License-Identifier: MIT
// An actor by a null pointer is no actor.
#include <conc.h>

actor counter { long n; };
message add { long by; };
receive (counter *self, add *m) { self->n += m->by; }

int main(void)
{
	counter *none = 0;
	conc_actors_start(NULL);
	none | (add){ 1 };
}
