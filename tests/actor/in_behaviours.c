// SPDX-License-Identifier: MIT
// A behaviour has actors of its own: automatic ones, whose messages are handled when its block ends, and from new.
#include <conc.h>
#include <stdio.h>

actor adder { long sum; };
message add { long by; };
actor parent { int children; };
message go { int depth; future(long) *total; };

static _Atomic int ended;

receive (adder *self, add *m) { self->sum += m->by; }
destroy (adder *self) { ended += self->sum == 6; }

receive (parent *self, go *m)
{
	long total = self->children;
	{
		adder a = {}, v[2] = { { 1 }, {} };
		adder *p = new adder {};
		a | (add){ 1 } | (add){ 2 } | (add){ 3 };
		v[0] | (add){ 5 };
		v[1] | (add){ 6 };
		*p | (add){ 6 };
		delete p;
	}
	if (m->depth > 0) {
		future(long) f = {};
		parent child = { self->children + 1 };
		long below = 0;
		child | (go){ m->depth - 1, &f };
		below << f;
		total += below;
	}
	*m->total << total;
	if (!self->children) return Finished;
}

int main(void)
{
	for (unsigned workers = 1; workers < 4; workers++) {
		parent *top = new parent {};
		future(long) f = {};
		long n = 0;
		ended = 0;
		conc_actors_start(&(struct conc_actors_config){ .workers = workers });
		top | (go){ 5, &f };
		n << f;
		delete top;
		conc_actors_stop();
		printf("%ld, %d ended\n", n, ended);
	}
	return 0;
}
