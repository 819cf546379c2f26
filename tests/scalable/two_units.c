// SPDX-License-Identifier: MIT
// A scalable actor that a header declares and another unit defines; here it is sent to, and an actor of this unit alone is
// private in all its parts.
#include "words.h"
#include <stdio.h>

extern int ended;

actor largest { int n; };
message candidate { int n; };
static scalable receive (largest *self, candidate *m)
{
	if (m->n > self->n) self->n = m->n;
}
static export (largest *self, largest *replica) { (void)self, (void)replica; }
static import (largest *self, largest *replica)
{
	if (replica->n > self->n) self->n = replica->n;
	replica->n = 0;
}

static long ask(words *w)
{
	future(long) reply = {};
	long n;
	*w | (get){ &reply };
	n << reply;
	return n;
}

int main(void)
{
	conc_actors_start(&(struct conc_actors_config){ .scaling = { .policy = CONC_SCALING_AGGRESSIVE } });
	{
		words w = { " " };
		lines l = { { "\n" } };
		for (int i = 0; i < 200; i++) {
			w | (text){ "how many words\nare these" };
			l | (text){ "how many lines\nare these" };
		}
		printf("%ld %ld\n", ask(&w), ask(&l));
	}
	largest l = {};
	for (int i = 0; i < 1000; i++) l | (candidate){ i * 7919 % 1000 };
	conc_actors_stop();
	printf("%d, %d\n", l.n, ended >= 2);
}
