// SPDX-License-Identifier: MIT
// A clause for the end of an actor sees what its behaviours and its destroy did; nothing does that is not chosen.
#include <conc.h>
#include "race.h"

int x;

actor mortal { int n; };
message step { int by; };
receive (mortal *self, step *m)
{
	self->n += m->by;
	return Destroy;
}
destroy (mortal *self) { x = self->n; }

int main(void)
{
	conc_actors_start(NULL);
	for (int late = 0; late < 2; late++) {
		mortal a = {};
		a | (step){ 1 };
		if (late) conc_sleep(5ms);
		ORDERED(waituntil (a) {})
		x = 2;
		BESIDE(waituntil (a) {})
	}
	conc_actors_stop();
}
