// SPDX-License-Identifier: MIT
// One state, and one lock around each call: the paper's baseline with client threads.
#include "../scalable_synthetic/threads.h"

enum { CLIENTS = 8 };

static struct state *shared;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *client(void *argument)
{
	const struct share *s = argument;

	for (long i = s->first; i < s->end; i++) {
		pthread_mutex_lock(&lock);
		call(shared, (unsigned long)i);
		pthread_mutex_unlock(&lock);
	}
	return NULL;
}

static double run(struct state *all)
{
	const double start = clock_ns();

	shared = all;
	in_threads(CLIENTS, client);
	return clock_ns() - start;
}

int main(int argc, char **argv)
{
	if (!calls_arguments(argc, argv)) return 2;
	make_shares(CLIENTS);
	measure_calls(run);
}
