// SPDX-License-Identifier: MIT
// libraries: -lcaf_core
// A fifth of the rounds. Two workers are many times faster with one queue for both than with stealing.
#include <caf/all.hpp>
#include <cstdlib>
#include <future>
#include <vector>
#include "../clock.h"

using namespace caf;

static const long SERVERS = 100000;
static std::vector<actor> servers;
static actor client;
static std::promise<long> *ended;

static behavior server(event_based_actor *, long number)
{
	return {
		[=](get_atom, long round) { anon_send(client, round + number); }
	};
}

struct state {
	long rounds, left, sum = 0;
};

static void ask_all(state &s)
{
	s.rounds--;
	s.left = SERVERS;
	for (auto &to : servers) anon_send(to, get_atom_v, s.rounds);
}

static behavior asking(stateful_actor<state> *self, long rounds)
{
	self->state.rounds = rounds;
	return {
		[=](ok_atom) { ask_all(self->state); },
		[=](long value) {
			state &s = self->state;
			s.sum += value;
			if (--s.left) return;
			if (s.rounds) ask_all(s);
			else ended->set_value(s.sum);
		}
	};
}

static double run(actor_system &system, long rounds, long *sum)
{
	std::promise<long> end;
	ended = &end;
	client = system.spawn<hidden>(asking, rounds);
	for (long i = 0; i < SERVERS; i++) servers.push_back(system.spawn<hidden>(server, i));
	double start = clock_ns();
	anon_send(client, ok_atom_v);
	*sum = end.get_future().get();
	double took = clock_ns() - start;
	for (auto &s : servers) anon_send_exit(s, exit_reason::user_shutdown);
	anon_send_exit(client, exit_reason::user_shutdown);
	servers.clear();
	client = nullptr;
	return took;
}

int main(int argc, char **argv)
{
	if (argc != 3) return 2;
	long rounds = atol(argv[2]) / 5, sum;
	actor_system_config config;
	config.set("scheduler.max-threads", atoi(argv[1]));
	if (atoi(argv[1]) > 1) config.set("scheduler.policy", atom("sharing"));
	actor_system system{config};
	run(system, 1, &sum);
	double took = run(system, rounds, &sum);
	long expected = SERVERS * (rounds * (rounds - 1) / 2) + rounds * (SERVERS * (SERVERS - 1) / 2);
	report(took / (2.0 * SERVERS * (double)rounds), sum - expected);
}
