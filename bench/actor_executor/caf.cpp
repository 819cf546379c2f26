// SPDX-License-Identifier: MIT
// libraries: -lcaf_core
// A fifth of the rounds. Faster with one queue for all workers than with stealing, with two of them several times.
#include <atomic>
#include <caf/all.hpp>
#include <cstdlib>
#include <future>
#include <sys/resource.h>
#include <vector>
#include "../clock.h"

using namespace caf;

static const size_t ACTORS = 40000, GROUP = 100;
static std::vector<actor> members;
static std::atomic<size_t> left;
static std::promise<double> *ended;
static std::atomic<long> total;

struct state {
	long received = 0, sent = 0;
};

static behavior member(stateful_actor<state> *self, size_t first, long rounds, long batch)
{
	return {
		[=](tick_atom) {
			long received = self->state.received++;
			if (received == rounds * (long)GROUP) {
				total += received;
				self->quit();
				if (--left == 0) ended->set_value(clock_ns());
			} else if (received % batch == 0)
				for (long i = 0; i < batch; i++)
					anon_send(members[first + (size_t)self->state.sent++ % GROUP], tick_atom_v);
		}
	};
}

static double run(actor_system &system, long rounds, long batch)
{
	std::promise<double> end;
	ended = &end;
	left = ACTORS;
	total = 0;
	members.clear();
	for (size_t i = 0; i < ACTORS; i++)
		members.push_back(system.spawn<hidden>(member, i / GROUP * GROUP, rounds, batch));
	double start = clock_ns();
	for (auto &m : members) anon_send(m, tick_atom_v);
	return end.get_future().get() - start;
}

int main(int argc, char **argv)
{
	if (argc != 4) return 2;
	long rounds = atol(argv[2]) / 5, batch = atol(argv[3]), all = (long)ACTORS * rounds * (long)GROUP;
	actor_system_config config;
	config.set("scheduler.max-threads", atoi(argv[1]));
	config.set("scheduler.policy", atom("sharing"));
	actor_system system{config};
	run(system, 1, batch);
	double took = run(system, rounds, batch);
	report(took / (double)(all + (long)ACTORS), all - total);
	rusage usage;
	getrusage(RUSAGE_SELF, &usage);
	printf("MiB %.1f\n", (double)usage.ru_maxrss / 1024);
}
