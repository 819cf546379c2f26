// SPDX-License-Identifier: MIT
// libraries: -lcaf_core
// A tenth of the messages. anon_send: nobody asks who sent it, which saves counting references to the sender.
#include <caf/all.hpp>
#include <cstdlib>
#include "../clock.h"

using namespace caf;

static long times, received;
static double ended;

static void got_one()
{
	if (++received == times) ended = clock_ns();
}

static behavior alone(event_based_actor *self)
{
	return {
		[=](ping_atom) {
			got_one();
			if (received < times) anon_send(self, ping_atom_v);
			else self->quit();
		}
	};
}

static behavior receiver(event_based_actor *self)
{
	return {
		[=](ping_atom) {
			got_one();
			if (received == times) self->quit();
		}
	};
}

static double run(actor_system &system, bool inside, long n)
{
	times = n;
	received = 0;
	actor a = inside ? system.spawn(alone) : system.spawn(receiver);
	double start = clock_ns();
	for (long i = 0; i < (inside ? 1 : n); i++) anon_send(a, ping_atom_v);
	system.await_all_actors_done();
	return ended - start;
}

int main(int argc, char **argv)
{
	if (argc != 3) return 2;
	bool inside = atoi(argv[1]) == 1;
	long n = atol(argv[2]) / 10;
	actor_system_config config;
	config.set("scheduler.max-threads", 1);
	actor_system system{config};
	run(system, inside, n / 10);
	double took = run(system, inside, n);
	report(took / n, received - n);
}
