// SPDX-License-Identifier: MIT
// Savina's ForkJoinActorCreation: N actors are made, each for one message, and go when they have handled it. The message is
// sent by reference, and goes as well.  fork_join_creation [N]
#include <conc.h>
#include <stdio.h>
#include "size.h"

actor once { long number; };
message job { long number; };

static long actors, messages, sum;

destroy (once *self)
{
	(void)self;
	__atomic_add_fetch(&actors, 1, __ATOMIC_RELAXED);
}

destroy (job *m)
{
	(void)m;
	__atomic_add_fetch(&messages, 1, __ATOMIC_RELAXED);
}

receive (once *self, job *m)
{
	conc_test_assert(self->number == m->number);
	__atomic_add_fetch(&sum, m->number, __ATOMIC_RELAXED);
	return Delete;
}

int main(int argc, char **argv)
{
	long n = size_of_run(argc, argv, 1, 10000, 20);
	conc_actors_start(NULL);
	for (long i = 1; i <= n; i++) {
		once *a = new once { i };
		job *m = new job { i };
		conc_set_disposition(m, Delete);
		a | m;
	}
	conc_actors_wait();
	conc_actors_stop();
	conc_test_assert(actors == n && messages == n && sum == n * (n + 1) / 2);
	puts("ok");
}
