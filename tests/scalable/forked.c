// SPDX-License-Identifier: MIT
// flavours: concc gcc clang asan (the others do not fork with threads)
// schedules: no (the child is a process of its own)
// fork while an actor is split: in main, and in a scalable behaviour. The child has one thread and a fresh runtime, in which it
// may have scalable actors of its own; the parent goes on as if nothing had been.
#include <conc.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

actor adder { long sum; };
message add { long n; };
message branch { int *status; };

static int in_child(void);

scalable receive (adder *self, add *m)
{
	for (volatile int i = 0; i < 1000; i++) { }
	self->sum += m->n;
}
scalable receive (adder *self, branch *m)
{
	pid_t child = fork();
	if (child == 0) _exit(in_child());
	self->sum += 1000000;
	if (waitpid(child, m->status, 0) != child) abort();
}
export (adder *self, adder *replica) { (void)self, (void)replica; }
import (adder *self, adder *replica)
{
	self->sum += replica->sum;
	replica->sum = 0;
}

static long run(int *status)
{
	adder a = {};
	conc_scaling_actor(&a, &(struct conc_scaling){ .policy = CONC_SCALING_AGGRESSIVE, .replicas = 3 });
	conc_actors_start(NULL);
	for (int i = 0; i < 300; i++) {
		a | (add){ i };
		if (status && i == 100) a | (branch){ &status[0] };
		if (status && i == 200) {
			pid_t child = fork();
			if (child == 0) _exit(in_child());
			if (waitpid(child, &status[1], 0) != child) abort();
		}
	}
	conc_actors_stop();
	return a.sum;
}

static int in_child(void) { return run(NULL) == 44850 ? 7 : 8; }

int main(void)
{
	int status[2] = { 0 };
	printf("%ld", run(status));
	printf(" %d %d\n", WEXITSTATUS(status[0]), WEXITSTATUS(status[1]));
}
