// SPDX-License-Identifier: MIT
// Scalable actors in every storage: automatic, in arrays, VLAs, static, by new and by new of an array; each ended right behind
// its last send, by the end of its scope, delete, a disposition, or the system's stop.
#include <conc.h>
#include <stdio.h>

enum { N = 150 };

static long ended, ended_sum;

actor adder { bool counted; long sum; };
message add { long n; };
message all {};
scalable receive (adder *self, add *m) { self->sum += m->n; }
receive (adder *self, all *m) { return self->sum == N * (N - 1) / 2 ? Delete : Nodelete; }
export (adder *self, adder *replica) { (void)self, (void)replica; }
import (adder *self, adder *replica)
{
	self->sum += replica->sum;
	replica->sum = 0;
}
destroy (adder *self)
{
	if (conc_is_replica(self)) return;
	__atomic_fetch_add(&ended, 1, __ATOMIC_RELAXED);
	__atomic_fetch_add(&ended_sum, self->sum, __ATOMIC_RELAXED);
}

static void fill(adder *a)
{
	for (int i = 0; i < N; i++) *a | (add){ i };
}

static adder fixed, many[3];

int main(void)
{
	conc_scaling_type(adder, &(struct conc_scaling){ .policy = CONC_SCALING_AGGRESSIVE });
	conc_actors_start(NULL);
	{
		adder a = {}, b[4] = {};
		fill(&a);
		for (int i = 0; i < 4; i++) fill(&b[i]);
		int n = 3;
		adder c[n];
		for (int i = 0; i < n; i++) fill(&c[i]);
	}
	printf("%ld ended with %ld\n", ended, ended_sum);
	adder *p = new adder {}, *q = new adder[5] {};
	fill(p);
	for (int i = 0; i < 5; i++) fill(&q[i]);
	delete p;
	delete q;
	printf("%ld ended with %ld\n", ended, ended_sum);
	adder *by_itself = new adder {}, *by_message = new adder {};
	fill(by_itself);
	*by_itself | (all){};
	fill(by_message);
	by_message | delete_message;
	fill(&fixed);
	fixed | finished_message;
	for (int i = 0; i < 3; i++) fill(&many[i]);
	conc_actors_stop();
	printf("%ld ended with %ld; %ld, %ld\n", ended, ended_sum, fixed.sum, many[0].sum + many[1].sum + many[2].sum);
}
