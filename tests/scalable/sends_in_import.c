// SPDX-License-Identifier: MIT
// export, import and destroy do what user threads do: send to others, wait for a lock, for time and for an answer. They hold up
// the actor and nobody else.
#include <conc.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 300 };

actor log { long exports, imports, ends; };
message exported {};
message imported { future(long) *told; };
message ended {};
receive (log *self, exported *m) { self->exports++; }
receive (log *self, imported *m)
{
	self->imports++;
	*m->told << self->imports;
}
receive (log *self, ended *m) { self->ends++; }

static conc_mutex lock;

actor adder { log *to; long sum; };
message add { long n; };
message get { future(long) *reply; };
scalable receive (adder *self, add *m)
{
	if (m->n % 50 == 0) conc_sleep(100us);
	self->sum += m->n;
}
receive (adder *self, get *m) { *m->reply << self->sum; }
export (adder *self, adder *replica)
{
	*self->to | (exported){};
	conc_sleep(50us);
	replica->to = self->to;
}
import (adder *self, adder *replica)
{
	future(long) told = {};
	long n;
	*self->to | (imported){ &told };
	mutex (lock) conc_yield();
	n << told;
	self->sum += n > 0 ? replica->sum : 0;
	replica->sum = 0;
}
destroy (adder *self) { *self->to | (ended){}; }

int main(void)
{
	log l = {};
	struct conc_scaling_statistics s;
	long n;
	conc_actors_start(&(struct conc_actors_config){ .scaling = { .policy = CONC_SCALING_AGGRESSIVE, .replicas = 4, .interval = 200us } });
	{
		adder a = { &l };
		for (int i = 0; i < N; i++) a | (add){ i };
		future(long) reply = {};
		a | (get){ &reply };
		n << reply;
		conc_scaling_statistics(&a, &s);
	}
	conc_actors_stop();
	bool good = l.exports + 1 == l.ends && (uint64_t)l.exports == s.replicas + s.incremental &&
		(getenv("CONC_DEBUG") || (uint64_t)l.imports == s.merges + 2 * s.incremental);	// which imports more often
	printf("%ld, %s\n", n, good ? "good" : "bad");
	if (!good) printf("%ld %ld %ld, %ld %ld %ld\n", l.exports, l.imports, l.ends, (long)s.replicas, (long)s.incremental, (long)s.merges);
}
