// SPDX-License-Identifier: MIT
// exit in a scalable behaviour ends the program at once, with its status, in the middle of everything: nothing is imported,
// nothing waits.
#include <conc.h>
#include <stdio.h>
#include <stdlib.h>

actor adder { long sum; };
message add { long n; };
scalable receive (adder *self, add *m)
{
	self->sum += m->n;
	if (m->n == 500) {
		puts("enough");
		exit(3);
	}
	for (volatile int i = 0; i < 1000; i++) { }
}
export (adder *self, adder *replica) { (void)self, (void)replica; }
import (adder *self, adder *replica)
{
	self->sum += replica->sum;
	replica->sum = 0;
}

int main(void)
{
	static adder a;
	conc_scaling_actor(&a, &(struct conc_scaling){ .policy = CONC_SCALING_AGGRESSIVE, .replicas = 4 });
	conc_actors_start(NULL);
	for (long i = 0;; i++) {
		a | (add){ i };
		if (i % 1000 == 999) conc_sleep(1ms);
	}
}
