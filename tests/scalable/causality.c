// SPDX-License-Identifier: MIT
// What was sent before comes before, whoever sent it and however the next sender came to know: by a channel, a future, another
// actor, a lock, or out of the scalable behaviour itself.
#include <conc.h>
#include <stdio.h>

enum { ROUNDS = 30, BURST = 8 };

actor tally { long n; long *missing; };
message one {};
message expect { long n; };
scalable receive (tally *self, one *m) { self->n++; }
receive (tally *self, expect *m) { *self->missing += self->n < m->n; }
export (tally *self, tally *replica) { (void)self, (void)replica; }
import (tally *self, tally *replica)
{
	self->n += replica->n;
	replica->n = 0;
}

actor relay { tally *to; };
message go_on { long n; };
receive (relay *self, go_on *m) { *self->to | (expect){ m->n }; }

// A scalable behaviour that sends to two others: first the ones, then word that they are there.
actor source { tally *to; relay *by; };
message burst { long before; };
scalable receive (source *self, burst *m)
{
	for (int i = 0; i < BURST; i++) *self->to | (one){};
	*self->by | (go_on){ m->before + BURST };
}
export (source *self, source *replica) { replica->to = self->to, replica->by = self->by; }
import (source *self, source *replica) { (void)self, (void)replica; }

monitor slate { long sent; };

static void tell(channel(long) *heard, tally *to)
{
	for (long n; n << *heard;) *to | (expect){ n };
}

static void look(slate * mutex s, tally *to) { *to | (expect){ s->sent }; }

static void send(slate * mutex s, tally *to)
{
	*to | (one){};
	s->sent++;
}

int main(void)
{
	long missing = 0;
	tally t = { .missing = &missing };
	relay r = { &t };
	source s = { &t, &r };
	struct conc_scaling rules = { .policy = CONC_SCALING_AGGRESSIVE };
	conc_scaling_actor(&t, &rules);
	conc_scaling_actor(&s, &rules);
	conc_actors_start(NULL);
	channel(long) heard = {};
	slate board = {};
	long sent = 0;
	scope {
		spawn tell(&heard, &t);
		for (int i = 0; i < ROUNDS; i++) {
			for (int j = 0; j < BURST; j++) t | (one){};
			sent += BURST;
			heard << sent;	// another thread
			for (int j = 0; j < BURST; j++) t | (one){};
			sent += BURST;
			r | (go_on){ sent };	// another actor
			s | (burst){ sent };	// from a replica by way of an actor
		}
		conc_close(&heard);
	}
	scope {
		for (int i = 0; i < 10; i++) {
			spawn send(&board, &t);
			spawn look(&board, &t);
		}
	}
	conc_actors_stop();
	printf("%ld of %ld, %ld missing\n", t.n, sent + ROUNDS * BURST + 10, missing);
}
