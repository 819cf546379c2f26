/* SPDX-License-Identifier: MIT */
/* A scalable actor with three replicas: each handles a message that waits for ever, the actor handles
 * one itself, and more messages wait. Then it writes a byte. */
#include <conc.h>
#include <unistd.h>

actor sum { long n; };
message part { int n; };
static conc_semaphore never;
static int running;

static __attribute__((noinline)) void all_run(void) { (void)!write(1, "r", 1); }

scalable receive (sum *s, part *p)
{
	if (__atomic_add_fetch(&running, 1, __ATOMIC_RELAXED) == 4) all_run();
	conc_semaphore_wait(&never);
	s->n += p->n;
}
export (sum *self, sum *replica) { replica->n = 0; }
import (sum *self, sum *replica) { self->n += replica->n; replica->n = 0; }

int main(void)
{
	static sum total;
	conc_scaling_actor(&total, &(struct conc_scaling){ .replicas = 3, .policy = CONC_SCALING_AGGRESSIVE });
	conc_actors_start(NULL);
	for (int i = 0; i < 50; i++) total | (part){ i };
	for (;;) conc_sleep(1s);
}
