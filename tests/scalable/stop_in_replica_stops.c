// SPDX-License-Identifier: MIT
// processors: 2
// schedules: no (a split is wanted, and this ends by abort in a thread that a seed chooses)
// The system is stopped by a replica, for which it would have to wait.
#include <conc.h>

actor adder { long sum; };
message add { long n; };
scalable receive (adder *self, add *m)
{
	self->sum += m->n;
	conc_yield();
	if (conc_is_replica(self)) conc_actors_stop();
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
