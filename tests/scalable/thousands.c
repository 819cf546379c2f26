// SPDX-License-Identifier: MIT
// Some thousand scalable actors, most with few messages, some with many, from several senders at once; the system allows them
// six replicas all together.
#include <conc.h>
#include <stdio.h>

enum { ACTORS = 2000, SENDERS = 3 };

actor adder { long sum; };
message add { long n; };
message twice {};
scalable receive (adder *self, add *m) { self->sum += m->n; }
receive (adder *self, twice *m) { self->sum += self->sum % 2; }
export (adder *self, adder *replica) { (void)self, (void)replica; }
import (adder *self, adder *replica)
{
	self->sum += replica->sum;
	replica->sum = 0;
}

static adder actors[ACTORS];

static void sender(void)
{
	for (int i = 0; i < ACTORS; i++)
		for (int j = 0; j < (i % 400 ? 1 : 200); j++) actors[i] | (add){ 2 };
}

int main(void)
{
	struct conc_actors_statistics s;
	conc_actors_start(&(struct conc_actors_config){ .replicas = 6, .scaling = { .policy = CONC_SCALING_AGGRESSIVE, .replicas = 4 } });
	scope {
		for (int i = 0; i < SENDERS; i++) spawn sender();
	}
	for (int i = 0; i < ACTORS; i++) actors[i] | (twice){};
	conc_actors_stop();
	conc_actors_statistics(&s);
	long sum = 0, wrong = 0;
	for (int i = 0; i < ACTORS; i++) {
		sum += actors[i].sum;
		wrong += actors[i].sum != 2 * SENDERS * (i % 400 ? 1 : 200);
	}
	printf("%ld, %ld wrong; %d\n", sum, wrong, s.scaling.most <= 6);
}
