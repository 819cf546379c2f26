// SPDX-License-Identifier: MIT
// Arguments: processors, rounds. A client asks each of its servers; when all have answered it asks them again.
// check: what the sum of the answers is off by.
#include <conc.h>
#include <stdlib.h>
#include "../clock.h"

enum { SERVERS = 100000 };

typedef struct client client;
typedef struct server server;
struct client { long rounds, left, sum; struct conc_actor conc_actor; };
CONC_ACTOR_TYPE(client);
struct server { client *client; long number; struct conc_actor conc_actor; };
CONC_ACTOR_TYPE(server);
typedef struct begin begin;
struct begin { struct conc_message conc_message; };
CONC_MESSAGE_TYPE(begin);
typedef struct ask ask;
struct ask { long round; struct conc_message conc_message; };
CONC_MESSAGE_TYPE(ask);
typedef struct answer answer;
struct answer { long value; struct conc_message conc_message; };
CONC_MESSAGE_TYPE(answer);

static server servers[SERVERS];

conc_disposition conc_receive_client__answer(client *self, answer *m);
CONC_RECEIVE(client, answer);
conc_disposition conc_receive_client__begin(client *self, begin *m);
CONC_RECEIVE(client, begin);
conc_disposition conc_receive_server__ask(server *self, ask *m);
CONC_RECEIVE(server, ask);

conc_disposition conc_receive_server__ask(server *self, ask *m)
{
	CONC_SEND(client, answer, self->client, (answer){m->round + self->number});
	return CONC_NODELETE;
}

static void ask_all(client *self)
{
	self->rounds--;
	self->left = SERVERS;
	for (long i = 0; i < SERVERS; i++) CONC_SEND(server, ask, &servers[i], (ask){self->rounds});
}

conc_disposition conc_receive_client__begin(client *self, begin *m)
{
	(void)m;
	ask_all(self);
	return CONC_NODELETE;
}

conc_disposition conc_receive_client__answer(client *self, answer *m)
{
	self->sum += m->value;
	if (--self->left) return CONC_NODELETE;
	if (!self->rounds) return CONC_FINISHED;
	ask_all(self);
	return CONC_NODELETE;
}

static double run(unsigned workers, long rounds, long *sum)
{
	client c = { .rounds = rounds };

	for (long i = 0; i < SERVERS; i++) servers[i] = (server){ &c, i };
	conc_actors_start(&(struct conc_actors_config){ .workers = workers });
	double start = clock_ns();
	CONC_SEND(client, begin, &c, (begin){{0}});
	conc_actors_stop();
	*sum = c.sum;
	return clock_ns() - start;
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
