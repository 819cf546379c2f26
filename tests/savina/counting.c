// SPDX-License-Identifier: MIT
// Savina's Count: a producer sends N increments and then asks what they add up to.  counting [N]
#include <conc.h>
#include <stdio.h>
#include "size.h"

actor counter { long count; };
actor producer { counter *to; long result; };
message increment {};
message retrieve { producer *by; };
message result { long count; };
message produce { long increments; };

receive (producer *self, result *m);

receive (counter *self, increment *m)
{
	(void)m;
	self->count++;
}

receive (counter *self, retrieve *m)
{
	m->by | (result){ self->count };
	return Finished;
}

receive (producer *self, produce *m)
{
	for (long i = 0; i < m->increments; i++) self->to | (increment){};
	self->to | (retrieve){ self };
}

receive (producer *self, result *m)
{
	self->result = m->count;
	return Finished;
}

int main(int argc, char **argv)
{
	long n = size_of_run(argc, argv, 1, 50000, 50);
	counter c = {};
	producer p = { &c };
	conc_actors_start(NULL);
	p | (produce){ n };
	conc_actors_wait();
	conc_actors_stop();
	conc_test_assert(p.result == n);
	puts("ok");
}
