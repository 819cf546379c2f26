// SPDX-License-Identifier: MIT
// Arguments: processors, meetings of a game. Two games: three creatures, then ten. check: how often they met
// somebody, and a thousand millions for each that met itself.
#include <conc.h>
#include <stdlib.h>
#include "../clock.h"

typedef struct creature {
	separate struct place *place;
	long number, colour, met, same;
} creature;

typedef struct notice { long ended; } notice;

typedef struct place {
	long left;
	separate notice *notice;
	separate creature *waits; // or null
	long number, colour;      // of who waits
} place;

static void arrive(place *self, separate creature *c, long number, long colour);
static void end(notice *self) { self->ended++; }

static long complement(long a, long b) { return a == b ? a : 3 - a - b; }

static void go(creature *self)
{
	separate (self->place) { arrive(self->place, separate_of(self), self->number, self->colour); }
}

static void meet(creature *self, long number, long colour)
{
	self->met++;
	if (number == self->number) self->same++;
	self->colour = complement(self->colour, colour);
	go(self);
}

static void arrive(place *self, separate creature *c, long number, long colour)
{
	separate creature *other = self->waits;
	if (self->left == 0) {
		separate (self->notice) { end(self->notice); }
	} else if (!other) {
		self->waits = c, self->number = number, self->colour = colour;
	} else {
		self->left--;
		self->waits = 0;
		separate (other) { meet(other, number, colour); }
		separate (c) { meet(c, self->number, self->colour); }
	}
}

static long game(long n, long meetings)
{
	separate creature *all[n];
	long sum = 0;
	separate notice *s = new separate notice {};
	separate place *p = new separate place { meetings, s };
#ifdef PASSIVE
	conc_set_passive(p);
#endif
	for (long i = 0; i < n; i++) {
		separate creature *c = all[i] = new separate creature { p, i, i % 3 };
		separate (c) { go(c); }
	}
	separate (s) require (s->ended == n) {}
	for (long i = 0; i < n; i++) {
		separate creature *c = all[i];
		separate (c) { sum += c->met + c->same * 1000000000; }
		delete c;
	}
	delete p;
	delete s;
	return sum;
}

static long run(long meetings) { return game(3, meetings) + game(10, meetings); }

int main(int argc, char **argv)
{
	if (argc != 3) return 2;
	long meetings = atol(argv[2]);
	conc_processors((unsigned)atoi(argv[1]));
	run(meetings / 10);
	double start = clock_ns();
	long sum = run(meetings);
	report((clock_ns() - start) / (double)(2 * meetings), sum);
}
