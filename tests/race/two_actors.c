// SPDX-License-Identifier: MIT
// Behaviours of one actor are ordered, those of two are not, on whatever worker they run.
#include <conc.h>
#include "race.h"

int x;

actor counter { int n; };
message add { int by; };
receive (counter *self, add *m) { self->n += m->by; x++; }

int main(void)
{
	conc_actors_start(NULL);
	counter c = {}, d = {};
	for (int i = 0; i < 10; i++) {
		c | (add){ 1 };
		BESIDE(d | (add){ 1 };)
	}
	conc_actors_stop();
	return x == 0;
}
