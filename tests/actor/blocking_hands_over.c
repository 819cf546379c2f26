// SPDX-License-Identifier: MIT
// A behaviour in a blocking section holds up no other actor, also of its own worker, its own queue and its own gulp:
// each read here returns only when a message behind it was handled.
#include <conc.h>
#include <stdio.h>
#include <unistd.h>

enum { ROUNDS = 20, MORE = 5 };

message wait_for { int pipe; };
message write_to { int pipe; };
message add { int n; };
message ends_late { int pipe; };
message relay { int pipe; };

static int pipes[4][2];
static _Atomic int disposed;

static int get(int pipe)
{
	char c = 0;
	blocking {
		blocking {
			if (read(pipes[pipe][0], &c, 1) != 1) c = '?';
		}
	}
	return c;
}

static void put(int pipe)
{
	if (write(pipes[pipe][1], "x", 1) != 1) printf("cannot write\n");
}

destroy (ends_late *self)
{
	if (get(self->pipe) == 'x') disposed++;
}

actor slow { int got, sum; };
actor quick { int writes; };

receive (slow *self, wait_for *m) { self->got += get(m->pipe) == 'x'; }
// in the order in which they were sent, behind the one that blocks
receive (slow *self, add *m) { self->sum = self->sum * 10 + m->n; }
receive (slow *self, ends_late *m) { (void)self, (void)m; }
receive (quick *self, write_to *m) { self->writes++; put(m->pipe); }

static int inline_get(int pipe) { return get(pipe); }

// in a thread that may run on the stack of its behaviour
receive (slow *self, relay *m)
{
	task(int) t = spawn inline_get(m->pipe);
	self->got += join(t) == 'x';
}

static void round_of(unsigned workers, unsigned queues)
{
	conc_actors_start(&(struct conc_actors_config){.workers = workers, .queues = queues});
	slow s[4] = {0};
	quick q = {0};
	for (int i = 0; i < 4; i++) s[i] | (wait_for){i};
	for (int n = 1; n <= MORE; n++) s[0] | (add){n};
	for (int i = 0; i < 4; i++) q | (write_to){i};
	s[1] | (ends_late){1};
	s[2] | (relay){2};
	q | (write_to){1} | (write_to){2};
	conc_actors_stop();
	if (s[0].got != 1 || s[0].sum != 12345 || s[1].got != 1 || s[2].got != 2 || s[3].got != 1 || q.writes != 6)
		printf("%d %d %d %d %d %d\n", s[0].got, s[0].sum, s[1].got, s[2].got, s[3].got, q.writes);
}

int main(void)
{
	for (int i = 0; i < 4; i++)
		if (pipe(pipes[i])) return 1;
	for (int i = 0; i < ROUNDS; i++) {
		round_of(1, 1);
		round_of(2, 2);
		round_of(1, 3);
	}
	printf("disposed %d\n", disposed);
}
