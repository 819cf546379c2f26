// SPDX-License-Identifier: MIT
// Argument: messages. Each makes the next actor and the next message. check: how many are missing.
#include <conc.h>
#include <stdlib.h>
#include "../clock.h"

actor relay {};
message hop { long left; };

static long received;
static double ended;

static hop *make(long left)
{
	hop *m = new hop {left};
	conc_set_disposition(m, Delete);
	return m;
}

receive (relay *self, hop *m)
{
	received++;
	if (m->left) {
		relay *next = new relay {};
		next | make(m->left - 1);
	} else {
		ended = clock_ns();
	}
	return Delete;
}

static double run(long n)
{
	received = 0;
	conc_actors_start(&(struct conc_actors_config){ .workers = 1 });
	relay *first = new relay {};
	double start = clock_ns();
	first | make(n - 1);
	conc_actors_stop();
	return ended - start;
}

int main(int argc, char **argv)
{
	if (argc != 2) return 2;
	long n = atol(argv[1]);
	conc_processors(1);
	run(n / 10);
	double took = run(n);
	report(took / (double)n, n - received);
}
