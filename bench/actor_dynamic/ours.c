// SPDX-License-Identifier: MIT
// Argument: messages. Each makes the next actor and the next message. check: how many are missing.
#include <conc.h>
#include <stdlib.h>
#include "../clock.h"

typedef struct relay relay;
struct relay { struct conc_actor conc_actor; };
CONC_ACTOR_TYPE(relay);
typedef struct hop hop;
struct hop { long left; struct conc_message conc_message; };
CONC_MESSAGE_TYPE(hop);

static long received;
static double ended;

static hop *make(long left)
{
	hop *m = CONC_NEW_MESSAGE(1, hop, {left});
	conc_set_disposition(m, CONC_DELETE);
	return m;
}

conc_disposition conc_receive_relay__hop(relay *self, hop *m);
CONC_RECEIVE(relay, hop);
conc_disposition conc_receive_relay__hop(relay *self, hop *m)
{
	received++;
	if (m->left) CONC_SEND_REFERENCE(relay, hop, CONC_NEW_ACTOR(1, relay, {}), make(m->left - 1));
	else ended = clock_ns();
	return CONC_DELETE;
}

static double run(long n)
{
	received = 0;
	conc_actors_start(&(struct conc_actors_config){ .workers = 1 });
	double start = clock_ns();
	CONC_SEND_REFERENCE(relay, hop, CONC_NEW_ACTOR(1, relay, {}), make(n - 1));
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
