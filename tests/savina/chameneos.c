// SPDX-License-Identifier: MIT
// Savina's Chameneos: C creatures meet in pairs in a mall, M times; of a pair each takes on the colour that completes the
// two. A creature that comes later ends, and says how often it has met somebody.  chameneos [M [C]]
#include <conc.h>
#include <stdio.h>
#include "size.h"

enum colour { RED, YELLOW, BLUE, FADED };

actor mall;
actor creature { mall *in; enum colour colour; long meetings; };
actor mall { long left, faded, sum; creature *waiting; };

message meet { creature *who; enum colour colour; };	// to the mall, and from there to the one who waits
message change { enum colour colour; };
message start {};
message fade {};
message count { long meetings; };

receive (mall *self, meet *m);
receive (mall *self, count *m);
receive (creature *self, change *m);

static enum colour complement(enum colour a, enum colour b) { return a == b ? a : 3 - a - b; }

static void go(creature *self) { *self->in | (meet){ self, self->colour }; }

receive (creature *self, start *m)
{
	(void)m;
	go(self);
}

receive (creature *self, meet *m)
{
	self->meetings++;
	self->colour = complement(self->colour, m->colour);
	m->who | (change){ self->colour };
	go(self);
}

receive (creature *self, change *m)
{
	self->meetings++;
	self->colour = m->colour;
	go(self);
}

receive (creature *self, fade *m)
{
	(void)m;
	self->colour = FADED;
	self->in | (count){ self->meetings };
	return Delete;
}

receive (mall *self, meet *m)
{
	if (self->left == 0) {
		m->who | (fade){};
	} else if (!self->waiting) {
		self->waiting = m->who;
	} else {
		self->left--;
		self->waiting | m;	// the one who waits sees whom it has met
		self->waiting = NULL;
	}
}

receive (mall *self, count *m)
{
	self->sum += m->meetings;
	if (--self->faded == 0) return Finished;
}

int main(int argc, char **argv)
{
	long meetings = size_of_run(argc, argv, 1, 3000, 10), creatures = size_of_run(argc, argv, 2, 50, 4);
	mall m = { .left = meetings, .faded = creatures };
	conc_actors_start(NULL);
	for (long i = 0; i < creatures; i++) new creature { &m, (enum colour)(i % 3) } | (start){};
	conc_actors_wait();
	conc_actors_stop();
	conc_test_assert(m.sum == 2 * meetings && m.left == 0);
	puts("ok");
}
