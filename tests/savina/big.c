// SPDX-License-Identifier: MIT
// Savina's Big: each of N actors sends M pings to others, picked at random, the next one when the last was answered; many to
// many. When all have had their answers, a sink says that nobody will ask any more.  big [M [N]]
#include <conc.h>
#include <stdio.h>
#include "size.h"

actor sink;
actor peer { peer *all; long peers; sink *to; unsigned row; long left, answered, expects; };
actor sink { peer *all; long peers, left; };

message pong { long from; };
message ping { peer *from; long number; };
message ready {};
message exit_order {};

receive (peer *self, pong *m);
receive (peer *self, ping *m);
receive (sink *self, ready *m);

static void ask_somebody(peer *self)
{
	self->expects = next_random(&self->row) % self->peers;
	self->all[self->expects] | (ping){ self, self - self->all };
}

receive (peer *self, ping *m)
{
	conc_test_assert(m->from == &self->all[m->number]);
	self->answered++;
	m->from | (pong){ self - self->all };
}

receive (peer *self, pong *m)
{
	conc_test_assert(m->from == self->expects);
	if (--self->left) ask_somebody(self);
	else *self->to | (ready){};
}

receive (peer *self, exit_order *m)
{
	(void)m;
	conc_test_assert(self->left == 0);
	return Finished;
}

receive (sink *self, ready *m)
{
	(void)m;
	if (--self->left) return Nodelete;
	for (long i = 0; i < self->peers; i++) self->all[i] | (exit_order){};
	return Finished;
}

int main(int argc, char **argv)
{
	long pings = size_of_run(argc, argv, 1, 300, 4), n = size_of_run(argc, argv, 2, 60, 5), answered = 0;
	peer *all = new peer[n] {};
	sink end = { all, n, n };
	conc_actors_start(NULL);
	for (long i = 0; i < n; i++) {
		all[i].all = all, all[i].peers = n, all[i].to = &end;
		all[i].row = (unsigned)i * 7919u, all[i].left = pings, all[i].expects = i;
	}
	for (long i = 0; i < n; i++) all[i] | (pong){ i };
	conc_actors_wait();
	conc_actors_stop();
	for (long i = 0; i < n; i++) answered += all[i].answered;
	conc_test_assert(answered == n * (pings - 1));
	puts("ok");
	delete all;
}
