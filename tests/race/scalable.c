// SPDX-License-Identifier: MIT
// Replicas are ordered by export and import alone; an ordinary message comes after the scalable ones.
#include <conc.h>
#include "race.h"

int x;

actor counter { long n; };
message add { long by; };
message show { future(long) *sum; };
scalable receive (counter *self, add *m)
{
	self->n += m->by;
	conc_sleep(20us);
	BESIDE(x++;)
}
receive (counter *self, show *m) { *m->sum << self->n; }
export (counter *self, counter *replica) { (void)self, (void)replica; }
import (counter *self, counter *replica)
{
	self->n += replica->n;
	replica->n = 0;
}

int main(void)
{
	struct conc_actors_config config = { .scaling = { .policy = CONC_SCALING_AGGRESSIVE, .replicas = 4 } };
	long sum;
	conc_actors_start(&config);
	counter c = {};
	future(long) s = {};
	for (int i = 0; i < 2000; i++) c | (add){ 1 };
	c | (show){ &s };
	sum << s;
	conc_actors_stop();
	return sum != 2000;
}
