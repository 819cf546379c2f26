// SPDX-License-Identifier: MIT
// Arguments: processors, members, passes. check: the number of the member that has the token in the end.
#include <conc.h>
#include <stdlib.h>
#include "../clock.h"

typedef struct result { long last; } result;
typedef struct member { separate struct member *next; separate result *result; long number; } member;

static void set_last(result *self, long number) { self->last = number; }
static void set_next(member *self, separate member *next) { self->next = next; }

static void pass(member *self, long token)
{
	if (token == 0) {
		separate (self->result) { set_last(self->result, self->number); }
	} else {
		separate (self->next) { pass(self->next, token - 1); }
	}
}

static long run(long n, long passes)
{
	separate member *ring[n];
	long last;
	separate result *r = new separate result {};
	for (long i = n - 1; i >= 0; i--)
		ring[i] = new separate member { i < n - 1 ? ring[i + 1] : 0, r, i + 1 };
	separate member *end = ring[n - 1], *first = ring[0];
	separate (end) { set_next(end, first); }
	separate (first) { pass(first, passes); }
	separate (r) require (r->last > 0) { last = r->last; }
	for (long i = 0; i < n; i++) delete ring[i];
	delete r;
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
