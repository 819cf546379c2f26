/* SPDX-License-Identifier: MIT */
/* A behaviour waits for the end of its own actor. */
#include <conc.h>

actor counter { long n; };
message go {};

receive (counter *self, go *m)
{
	(void)m;
	waituntil (self) self->n++;
}

int main(void)
{
	counter c = {};
	conc_actors_start(NULL);
	c | (go){};
	conc_actors_wait();
}
