// SPDX-License-Identifier: MIT
// flavours: concc schedules
// The constructs, and the calls that name an actor type, out of macros of the program's.
#include <conc.h>
#include <stdio.h>

#define TYPE(A, ...) actor A { __VA_ARGS__ }; SPLIT(A)
#define SPLIT(A) export (A *self, A *replica); import (A *self, A *replica);
#define ADDS(A, M) scalable receive (A *self, M *m) { self->sum += m->n; }
#define BEFORE(A) conc_scaling_type(A, &(struct conc_scaling){ .replicas = 2, .flow = 1ms });
#define ALONE(a) conc_scaling_actor(&a, &(struct conc_scaling){ .policy = CONC_SCALING_NEVER })
#define SCALABLE _Conc_scalable receive

message add { long n; };
message take { long n; };
TYPE(adder, long sum;)
ADDS(adder, add)
SCALABLE (adder *self, take *m) { self->sum -= m->n; }
export (adder *self, adder *replica) { (void)self, (void)replica; }
import (adder *self, adder *replica) { self->sum += replica->sum, replica->sum = 0; }

int main(void)
{
	adder a = {}, b = {};
	struct conc_scaling_statistics s = {0};
	BEFORE(adder)
	ALONE(b);
	conc_actors_start(NULL);
	for (int i = 0; i < 300; i++) {
		a | (add){ i } | (take){ 1 };
		b | (add){ 2 };
	}
	bool there = conc_scaling_statistics(&b, &s);
	conc_actors_stop();
	printf("%ld %ld %d %d %d\n", a.sum, b.sum, there, (int)s.splits, conc_is_replica(&a));
	return 0;
}
