// SPDX-License-Identifier: MIT
// A behaviour cannot wait for the end of all behaviours.
#include <conc.h>
actor counter { long n; };
message add { long by; };
receive (counter *self, add *m) { self->n += m->by; conc_actors_stop(); }

int main(void)
{
	counter c;
	conc_actors_start(NULL);
	c | (add){ 1 };
	conc_actors_stop();
}
