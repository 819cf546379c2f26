// SPDX-License-Identifier: MIT
// The end right behind the last send, in every way, with nobody waiting before: all is handled and imported first. An ordinary
// behaviour that ends the actor finds it whole; what comes behind is never received.
#include <conc.h>
#include <stdio.h>

enum { N = 120, ROUNDS = 12 };

static long sum, ends;

actor adder { long sum; };
message add { long n; };
message enough { long wanted; };
scalable receive (adder *self, add *m)
{
	if (m->n % 40 == 39) conc_yield();
	self->sum += m->n;
}
receive (adder *self, enough *m) { return self->sum == m->wanted ? Destroy : Nodelete; }
export (adder *self, adder *replica) { (void)self, (void)replica; }
import (adder *self, adder *replica)
{
	self->sum += replica->sum;
	replica->sum = 0;
}
destroy (adder *self)
{
	if (conc_is_replica(self)) return;
	__atomic_fetch_add(&ends, 1, __ATOMIC_RELAXED);
	__atomic_fetch_add(&sum, self->sum, __ATOMIC_RELAXED);
}

static void fill(adder *a)
{
	for (int i = 0; i < N; i++) *a | (add){ i };
}

int main(void)
{
	conc_scaling_type(adder, &(struct conc_scaling){ .policy = CONC_SCALING_AGGRESSIVE, .linger = 1us });
	for (int r = 0; r < ROUNDS; r++) {
		static adder kept[ROUNDS], waited[ROUNDS][2];
		conc_actors_start(NULL);
		{
			adder a = {};
			fill(&a);
		}	// the end of its scope
		adder *p = new adder {};
		fill(p);
		delete p;
		fill(&kept[r]);
		kept[r] | (enough){ N * (N - 1) / 2 };
		for (int i = 0; i < 2; i++) {
			fill(&waited[r][i]);
			waited[r][i] | destroy_message;
		}
		if (r % 2) conc_actors_wait();
		conc_actors_stop();
		if (sum != 5L * N * (N - 1) / 2 * (r + 1)) printf("%ld in round %d\n", sum, r);
	}
	printf("%ld ends, %ld\n", ends, sum);
}
