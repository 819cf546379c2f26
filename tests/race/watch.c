// SPDX-License-Identifier: MIT
// Who receives a conc_end sees all that the actor did, and not what others do meanwhile.
#include <conc.h>
#include "race.h"

int x, y;

actor worker { int n; };
message work { int by; };
receive (worker *self, work *m)
{
	x = self->n += m->by;
	return Finished;
}
actor watcher { future(int) *told; };
receive (watcher *self, conc_end *m)
{
	x = 2;
	BESIDE(y = 1;)
	(void)m;
	*self->told << 1;
}

int main(void)
{
	future(int) told = {};
	int got;
	conc_actors_start(NULL);
	worker one = {};
	watcher w = { &told };
	conc_watch(&one, &w);
	one | (work){ 1 };
	BESIDE(y = 2;)
	got << told;
	ORDERED(y = got;)
	conc_actors_stop();
}
