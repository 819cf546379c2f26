// SPDX-License-Identifier: MIT
// With CONC_DEBUG=1: who has sent a message by reference leaves it alone until it is received.
#include <conc.h>

actor counter { long n; conc_semaphore *gate; };
message add { long by; char name[20]; };
receive (counter *self, add *m) { if (self->gate) conc_semaphore_wait(self->gate); self->n += m->by; }

static conc_semaphore gate;
static counter c = { 0, &gate };
static add one = { 1, "one" }, two = { 2, "two" };

int main(void)
{
	conc_actors_start(NULL);
	conc_semaphore_post(&gate);
	c | &one | &two | &two;
	two.name[0] = 'T';
	conc_semaphore_post(&gate);
	conc_semaphore_post(&gate);
	conc_actors_stop();
}
