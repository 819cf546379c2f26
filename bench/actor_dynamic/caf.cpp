// SPDX-License-Identifier: MIT
// libraries: -lcaf_core
// A tenth of the messages. Hidden actors are not counted, so that nobody is woken when their number is small.
#include <caf/all.hpp>
#include <cstdlib>
#include <future>
#include "../clock.h"

using namespace caf;

static long made;
static std::promise<double> *ended;

static behavior relay(event_based_actor *self)
{
	made++;
	return {
		[=](long left) {
			if (left > 0) anon_send(self->spawn<hidden>(relay), left - 1);
			else ended->set_value(clock_ns());
			self->quit();
		}
	};
}

static double run(actor_system &system, long n)
{
	std::promise<double> end;
	ended = &end;
	made = 0;
	double start = clock_ns();
	anon_send(system.spawn<hidden>(relay), n - 1);
	return end.get_future().get() - start;
}

int main(int argc, char **argv)
{
	if (argc != 2) return 2;
	long n = atol(argv[1]) / 10;
	actor_system_config config;
	config.set("scheduler.max-threads", 1);
	actor_system system{config};
	run(system, n / 10);
	double took = run(system, n);
	report(took / n, made - n);
}
