// SPDX-License-Identifier: MIT
// Who has stopped the actors sees all that they did.
#include <conc.h>
#include "race.h"

actor counter { int n; };
message add { int by; };
receive (counter *self, add *m) { self->n += m->by; }

int main(void)
{
	static counter c[20];
	int sum = 0;
	conc_actors_start(NULL);
	for (int i = 0; i < 20; i++) c[i] | (add){ i };
	ORDERED(conc_actors_stop();)
	for (int i = 0; i < 20; i++) sum += c[i].n;
	BESIDE(conc_actors_stop();)
	return sum < 0;
}
