// SPDX-License-Identifier: MIT
// processors: 2
// flavours: concc gcc clang asan (others have a kernel thread of their own)
// A scalable behaviour waits for the answer to an ordinary message to its own actor, which waits for the behaviour: reported.
// All are sent before the first begins: a call behind which nothing waits would run in the actor itself.
#include <conc.h>

actor adder { struct adder *whole; long sum; };
message add { long n; };
message hold { future(long) *sent; };
message get { future(long) *reply; };
receive (adder *self, hold *m) { self->sum << *m->sent; }
receive (adder *self, get *m) { *m->reply << self->sum; }
scalable receive (adder *self, add *m)
{
	self->sum += m->n;
	if (m->n != 5) return;
	future(long) f = {};
	*self->whole | (get){ &f };
	self->sum << f;
}
export (adder *self, adder *replica) { replica->whole = self->whole; }
import (adder *self, adder *replica)
{
	self->sum += replica->sum;
	replica->sum = 0;
}

int main(void)
{
	adder a = { &a };
	conc_scaling_actor(&a, &(struct conc_scaling){ .policy = CONC_SCALING_AGGRESSIVE, .replicas = 2 });
	conc_actors_start(NULL);
	future(long) sent = {};
	a | (hold){ &sent };
	for (int i = 0; i < 10; i++) a | (add){ i };
	sent << 0;
	conc_actors_stop();
}
