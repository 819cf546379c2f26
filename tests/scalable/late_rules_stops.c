// SPDX-License-Identifier: MIT
// processors: 2
// schedules: no (a split is wanted, and this ends by abort in a thread that a seed chooses)
// Rules of an actor that has joined.
#include <conc.h>

actor adder { long sum; };
message add { long n; };
static adder early;
scalable receive (adder *self, add *m);
scalable receive (adder *self, add *m)
{
	self->sum += m->n;
	if (self == &early) return;
	early | (add){ 1 };
	conc_scaling_actor(&early, &(struct conc_scaling){ .replicas = 3 });
}
export (adder *self, adder *replica) { (void)self, (void)replica; }
import (adder *self, adder *replica)
{
	self->sum += replica->sum;
	replica->sum = 0;
}

int main(void)
{
	adder a = {};
	conc_scaling_actor(&a, &(struct conc_scaling){ .policy = CONC_SCALING_AGGRESSIVE, .replicas = 2 });
	conc_actors_start(NULL);
	for (int i = 0; i < 10000; i++) a | (add){ 1 };
	conc_actors_stop();
}
