// SPDX-License-Identifier: MIT
// With CONC_DEBUG=1: a message that is freed before it is received.
// flags: -Wno-conc-escape
#include <conc.h>
actor counter { long n; conc_semaphore *gate; };
message add { long by; };
receive (counter *self, add *m) { conc_semaphore_wait(self->gate); self->n += m->by; }

static conc_semaphore gate;
static counter c = { 0, &gate };

int main(void)
{
	add first = { 1 }, *m = new add { 1 };

	conc_actors_start(NULL);
	c | &first;
	c | m;
	delete m;
	conc_semaphore_post(&gate);
	conc_actors_stop();
}
