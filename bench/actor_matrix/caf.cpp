// SPDX-License-Identifier: MIT
// libraries: -lcaf_core
#include <caf/all.hpp>
#include "matrix.h"

using namespace caf;

static actor_system *actors;

static behavior row(event_based_actor *self, long number)
{
	return {
		[=](put_atom, long n) {
			matrix_row(n, number);
			self->quit();
		}
	};
}

static void multiply(long n)
{
	for (long i = 0; i < n; i++) anon_send(actors->spawn(row, i), put_atom_v, n);
	actors->await_all_actors_done();
}

int main(int argc, char **argv)
{
	if (argc != 3) return 2;
	actor_system_config config;
	config.set("scheduler.max-threads", atoi(argv[1]));
	actor_system system{config};
	actors = &system;
	matrix_measure(multiply, atol(argv[2]));
}
