// SPDX-License-Identifier: MIT
// Arguments: processors, messages. With one an actor sends to itself; with two the main thread sends to an
// actor on the other processor. check: how many were sent but not received.
#include <conc.h>
#include <stdlib.h>
#include "../clock.h"

typedef struct receiver receiver;
struct receiver { long left; bool inside; double ended; struct conc_actor conc_actor; };
CONC_ACTOR_TYPE(receiver);
typedef struct ping ping;
struct ping { struct conc_message conc_message; };
CONC_MESSAGE_TYPE(ping);

conc_disposition conc_receive_receiver__ping(receiver *self, ping *m);
CONC_RECEIVE(receiver, ping);
conc_disposition conc_receive_receiver__ping(receiver *self, ping *m)
{
	if (--self->left) {
		if (self->inside) CONC_SEND_ON(receiver, ping, self, m);
		return CONC_NODELETE;
	}
	self->ended = clock_ns();
	return CONC_FINISHED;
}

static double run(bool inside, long n, long *unreceived)
{
	receiver r = { .left = n, .inside = inside };

	conc_actors_start(&(struct conc_actors_config){ .workers = 1 });
	double start = clock_ns();
	for (long i = 0; i < (inside ? 1 : n); i++) CONC_SEND(receiver, ping, &r, (ping){{0}});
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
