// SPDX-License-Identifier: MIT
// A behaviour sees what the sender did before it sent, and not what it does after.
#include <conc.h>
#include "race.h"

int x;

actor counter { int n; };
message add { int by; };
receive (counter *self, add *m) { self->n += m->by + x++; }

int main(void)
{
	conc_actors_start(NULL);
	counter c = {};
	x = 1;
	c | (add){ 1 };
	BESIDE(x = 2;)
	conc_actors_stop();
	return x == 0;
}
