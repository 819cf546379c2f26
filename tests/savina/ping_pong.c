// SPDX-License-Identifier: MIT
// Savina's PingPong: one actor sends N pings, one at a time, another answers each.  ping_pong [N]
#include <conc.h>
#include <stdio.h>
#include "size.h"

actor ping;
actor pong { ping *from; long pongs; };
actor ping { pong *to; long left, answers; };
message start {};
message ball { long number; };

receive (ping *self, ball *m);

receive (pong *self, ball *m)
{
	conc_test_assert(m->number == self->pongs);
	self->pongs++;
	self->from | (ball){ m->number };
}

receive (ping *self, start *m)
{
	(void)m;
	self->to | (ball){ 0 };
}

receive (ping *self, ball *m)
{
	conc_test_assert(m->number == self->answers);
	self->answers++;
	if (--self->left) {
		self->to | (ball){ m->number + 1 };
		return Nodelete;
	}
	self->to | finished_message;
	return Finished;
}

int main(int argc, char **argv)
{
	long n = size_of_run(argc, argv, 1, 20000, 20);
	ping a = { .left = n };
	pong b = { &a };
	a.to = &b;
	conc_actors_start(NULL);
	a | (start){};
	conc_actors_wait();
	conc_actors_stop();
	conc_test_assert(a.answers == n && b.pongs == n);
	puts("ok");
}
