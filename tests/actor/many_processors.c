// SPDX-License-Identifier: MIT
// flavours: concc gcc
// processors: 1 255 256 1024
// As many processors as there may be: the system, and executors beside it (where they are thousands of workers,
// as many CPUs are wanted for them, too).
#include <conc.h>
#include <stdio.h>

enum { ACTORS = 50, EACH = 20 };

actor counter { long n; };
message add { long n; };

receive (counter *self, add *m) { self->n += m->n; }

static void adds(counter *all)
{
	for (int i = 0; i < EACH * ACTORS; i++) all[i % ACTORS] | (add){ 1 };
}

int main(void)
{
	counter all[ACTORS] = {}, beside[2] = {};
	long sum = 0;
	conc_actors_start(NULL);
	int executors = conc_processors(0) > 256 ? 0 : 2;
	struct conc_executor *more[2];
	for (int i = 0; i < executors; i++) more[i] = conc_executor_new(NULL);
	for (int i = 0; i < executors; i++) conc_executor_place(more[i], &beside[i]);
	scope {
		for (int i = 0; i < 3; i++) spawn adds(all);
	}
	for (int i = 0; i < 2; i++) beside[i] | (add){ 7 };
	for (int i = 0; i < executors; i++) conc_executor_stop(more[i]);
	conc_actors_stop();
	for (int i = 0; i < ACTORS; i++) sum += all[i].n;
	printf("%ld %ld %ld\n", sum, beside[0].n, beside[1].n);
}
