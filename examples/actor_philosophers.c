// SPDX-License-Identifier: MIT
// Five philosophers at a round table, as actors; so are the forks. A fork is lent to one at a time, the other waits for its
// message. Everybody asks for the fork of the lower number first: so nobody starves.
#include <conc.h>
#include <stdio.h>

enum { SEATS = 5, MEALS = 200 };

actor philosopher;
actor fork { philosopher *user, *waiting; int uses; };
actor philosopher { fork *first, *second; int meals; };
message take { philosopher *by; };
message put { };
message taken { fork *which; };

receive (philosopher *self, taken *m);

static void lend(fork *self, philosopher *to)
{
	self->user = to;
	self->uses++;
	to | (taken){ self };
}

receive (fork *self, take *m)
{
	if (self->user) self->waiting = m->by;
	else lend(self, m->by);
}

receive (fork *self, put *m)
{
	(void)m;
	philosopher *next = self->waiting;
	self->user = self->waiting = NULL;
	if (next) lend(self, next);
}

receive (philosopher *self, taken *m)
{
	if (m->which == self->first) {
		self->second | (take){ self };
		return Nodelete;
	}
	self->meals++;
	self->second | (put){};
	self->first | (put){};
	if (self->meals == MEALS) return Finished;
	self->first | (take){ self };
}

int main(void)
{
	static fork f[SEATS];
	philosopher table[SEATS] = {
		{ &f[0], &f[1] }, { &f[1], &f[2] }, { &f[2], &f[3] }, { &f[3], &f[4] }, { &f[0], &f[4] },
	};
	conc_actors_start(NULL);
	for (int i = 0; i < SEATS; i++) *table[i].first | (take){ &table[i] };
	conc_actors_stop();
	for (int i = 0; i < SEATS; i++) printf("philosopher %d ate %d times, fork %d was used %d times\n", i, table[i].meals, i, f[i].uses);
}
