// SPDX-License-Identifier: MIT
// Every replica that export has made ready ends once by destroy, with what import left in it: what it owns is given back. With
// and without incremental imports, where there are transient ones besides. The actor itself ends once, too.
#include <conc.h>
#include <stdio.h>
#include <stdlib.h>

static int made, freed, ended;

static void count(int *n) { __atomic_fetch_add(n, 1, __ATOMIC_RELAXED); }

actor adder { long *cell; conc_mutex lock; long replicas; };
message add { long n; };
message get { future(long) *reply; };

static void make_cell(adder *a)
{
	a->cell = calloc(1, sizeof *a->cell);
	count(&made);
}

scalable receive (adder *self, add *m)
{
	mutex (self->lock) *self->cell += m->n;
	for (volatile int i = 0; i < 300; i++) { }
}
receive (adder *self, get *m) { *m->reply << *self->cell; }

export (adder *self, adder *replica)
{
	if (conc_is_replica(self) + conc_is_replica(replica) < 1) puts("no replica");
	make_cell(replica);
	replica->replicas = 1;
}
import (adder *self, adder *replica)
{
	*self->cell += *replica->cell;
	*replica->cell = 0;
}
destroy (adder *self)
{
	if (conc_is_replica(self) != (self->replicas == 1)) puts("wrong");
	if (!conc_is_replica(self)) ended++;
	if (*self->cell && conc_is_replica(self)) puts("lost");
	free(self->cell);
	count(&freed);
}

int main(void)
{
	struct conc_scaling rules[] = {
		{ .policy = CONC_SCALING_AGGRESSIVE, .replicas = 3 },
		{ .policy = CONC_SCALING_AGGRESSIVE, .replicas = 6, .interval = 1us, .retry = 1us, .fan = 2 },
		{ .policy = CONC_SCALING_AGGRESSIVE, .replicas = 4, .interval = 1us, .retry = 1us, .fan = 1, .linger = 1us },
	};
	for (int r = 0; r < 3; r++) {
		long n;
		struct conc_scaling_statistics s;
		made = freed = ended = 0;
		conc_actors_start(NULL);
		adder *a = new adder {};
		make_cell(a);
		conc_scaling_actor(a, &rules[r]);
		for (int i = 0; i < 1000; i++) {
			*a | (add){ i };
			if (i % 300 == 299) {
				future(long) reply = {};
				*a | (get){ &reply };
				n << reply;
			}
		}
		future(long) reply = {};
		*a | (get){ &reply };
		n << reply;
		conc_scaling_statistics(a, &s);
		delete a;
		conc_actors_stop();
		bool all = made == freed && (uint64_t)made == 1 + s.replicas + s.incremental;
		printf("%ld, %d; %s\n", n, ended, all ? "all" : "not all");
		if (!all) fprintf(stderr, "%d made, %d freed, %d replicas, %d incremental\n", made, freed, (int)s.replicas, (int)s.incremental);
	}
}
