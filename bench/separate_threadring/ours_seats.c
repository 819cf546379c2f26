// SPDX-License-Identifier: MIT
// Members that take the token from a seat of their own and put it on the next one's: the form that seats on
// passive handlers can have. Calls of passive members would nest, one for each pass.
// Arguments: processors, members, passes. check: the number of the member that has the token in the end.
#include <conc.h>
#include <stdlib.h>
#include "../clock.h"

typedef struct seat { long token; bool taken; } seat;
typedef struct member { separate seat *mine, *next; long number, members; bool last; } member;

static void put(seat *self, long token) { self->token = token, self->taken = true; }

static long take(seat *self)
{
	self->taken = false;
	return self->token;
}

// When the token has come to its end it goes round once more, and each member with it.
static void play(member *self)
{
	separate seat *mine = self->mine, *next = self->next;
	long token;
	do {
		separate (mine) require (mine->taken) { token = take(mine); }
		if (token > 1 - self->members)
			separate (next) { put(next, token - 1); }
	} while (token > 0);
	self->last = token == 0;
}

static long run(long n, long passes)
{
	separate seat *seats[n];
	separate member *ring[n];
	long last = 0;
	for (long i = 0; i < n; i++) {
		seats[i] = new separate seat {};
#ifdef PASSIVE
		conc_set_passive(seats[i]);
#endif
	}
	for (long i = 0; i < n; i++) {
		separate member *m = ring[i] = new separate member { seats[i], seats[(i + 1) % n], i + 1, n, false };
		separate (m) { play(m); }
	}
	separate seat *first = seats[0];
	separate (first) { put(first, passes); }
	for (long i = 0; i < n; i++) {
		separate member *m = ring[i];
		separate (m) {
			if (m->last) last = m->number;
		}
		delete m;
	}
	for (long i = 0; i < n; i++) delete seats[i];
	return last;
}

int main(int argc, char **argv)
{
	if (argc != 4) return 2;
	long n = atol(argv[2]), passes = atol(argv[3]);
	conc_processors((unsigned)atoi(argv[1]));
	run(n, passes / 10);
	double start = clock_ns();
	long last = run(n, passes);
	report((clock_ns() - start) / (double)passes, last);
}
