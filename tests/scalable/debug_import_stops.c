// SPDX-License-Identifier: MIT
// processors: 2
// flavours: concc gcc clang
// schedules: no (the environment of the test is for the program, and a split is wanted)
// import that copies where it should move: found by the second import of CONC_DEBUG=1.
#include <conc.h>

actor adder { long first, sum; };
message add { long n; };
scalable receive (adder *self, add *m) { self->sum += m->n; }
export (adder *self, adder *replica) { (void)self, (void)replica; }
import (adder *self, adder *replica) { self->sum += replica->sum; }

int main(void)
{
	adder a = {};
	conc_scaling_actor(&a, &(struct conc_scaling){ .policy = CONC_SCALING_AGGRESSIVE, .replicas = 2 });
	conc_actors_start(NULL);
	for (int i = 0; i < 1000; i++) {
		a | (add){ 1 };
		if (i % 100 == 0) conc_sleep(1ms);
	}
	conc_actors_stop();
}
