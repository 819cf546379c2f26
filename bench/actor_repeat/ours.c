// SPDX-License-Identifier: MIT
// Arguments: processors, rounds. A client asks each of its servers; when all have answered it asks them again.
// check: what the sum of the answers is off by.
#include <conc.h>
#include <stdlib.h>
#include "../clock.h"

enum { SERVERS = 100000 };

actor client { long rounds, left, sum; };
actor server { client *client; long number; };
message begin {};
message ask { long round; };
message answer { long value; };

static server *servers;

receive (client *self, answer *m);

receive (server *self, ask *m)
{
	self->client | (answer){m->round + self->number};
}

static void ask_all(client *self)
{
	self->rounds--;
	self->left = SERVERS;
	for (long i = 0; i < SERVERS; i++) servers[i] | (ask){self->rounds};
}

receive (client *self, begin *m)
{
	ask_all(self);
}

receive (client *self, answer *m)
{
	self->sum += m->value;
	if (--self->left) return Nodelete;
	if (!self->rounds) return Finished;
	ask_all(self);
}

static double run(unsigned workers, long rounds, long *sum)
{
	client c = { .rounds = rounds };

	servers = new server[SERVERS];
	for (long i = 0; i < SERVERS; i++) {
		servers[i].client = &c;
		servers[i].number = i;
	}
	conc_actors_start(&(struct conc_actors_config){ .workers = workers });
	double start = clock_ns();
	c | (begin){};
	conc_actors_stop();
	double took = clock_ns() - start;
	*sum = c.sum;
	delete servers;
	return took;
}

int main(int argc, char **argv)
{
	if (argc != 3) return 2;
	unsigned workers = (unsigned)atoi(argv[1]);
	long rounds = atol(argv[2]), sum;

	conc_processors(workers);
	run(workers, (rounds + 9) / 10, &sum);
	double took = run(workers, rounds, &sum);
	long expected = SERVERS * (rounds * (rounds - 1) / 2) + rounds * (SERVERS * (SERVERS - 1L) / 2);
	report(took / (2.0 * SERVERS * (double)rounds), sum - expected);
}
