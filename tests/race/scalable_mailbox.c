// SPDX-License-Identifier: MIT
// A replica sees what the sender did before it sent, also where the message has come through a bounded mailbox.
#include <conc.h>
#include <stdlib.h>
#include "race.h"

int x;

actor counter { long n; };
message add { long *by; };
message show { future(long) *sum; };
destroy (add *m) { free(m->by); }
scalable receive (counter *self, add *m)
{
	if (x < 0) abort();
	self->n += *m->by;
	conc_sleep(20us);
}
receive (counter *self, show *m) { *m->sum << self->n; }
export (counter *self, counter *replica) { (void)self, (void)replica; }
import (counter *self, counter *replica)
{
	self->n += replica->n;
	replica->n = 0;
}

int main(void)
{
	struct conc_actors_config config = { .scaling = { .policy = CONC_SCALING_AGGRESSIVE, .replicas = 4 } };
	struct conc_mailbox_config limit = { 100, CONC_MAILBOX_BLOCK };
	long sum;
	conc_actors_start(&config);
	counter c = {};
	conc_mailbox_limit(&c, &limit);
	future(long) s = {};
	for (int i = 0; i < 2000; i++) {
		long *one = malloc(sizeof *one);
		if (!one) abort();
		*one = 1;
		c | (add){ one };
		BESIDE(x = i;)
	}
	c | (show){ &s };
	sum << s;
	conc_actors_stop();
	return sum != 2000;
}
