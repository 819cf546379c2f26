// SPDX-License-Identifier: MIT
// Arguments: processors, messages. With one an actor sends to itself; with two the main thread sends to an
// actor on the other processor. check: how many were sent but not received.
#include <conc.h>
#include <stdlib.h>
#include "../clock.h"

actor receiver { long left; bool inside; double ended; };
message ping {};

receive (receiver *self, ping *m)
{
	if (--self->left) {
		if (self->inside) self | m;
		return Nodelete;
	}
	self->ended = clock_ns();
	return Finished;
}

static double run(bool inside, long n, long *unreceived)
{
	receiver r = { .left = n, .inside = inside };

	conc_actors_start(&(struct conc_actors_config){ .workers = 1 });
	double start = clock_ns();
	for (long i = 0; i < (inside ? 1 : n); i++) r | (ping){};
	conc_actors_stop();
	*unreceived = r.left;
	return r.ended - start;
}

int main(int argc, char **argv)
{
	if (argc != 3) return 2;
	unsigned processors = (unsigned)atoi(argv[1]);
	long n = atol(argv[2]), unreceived;
	conc_processors(processors);
	run(processors == 1, n / 10, &unreceived);
	double took = run(processors == 1, n, &unreceived);
	report(took / (double)n, unreceived);
}
