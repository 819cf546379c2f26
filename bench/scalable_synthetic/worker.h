// SPDX-License-Identifier: MIT
// The paper's component: work is scalable, done is not. A call's number is what it works on.
#ifndef BENCH_WORKER_H
#define BENCH_WORKER_H
#include <conc.h>
#include "calls.h"

actor worker { struct state state; };
message work_call { unsigned long number; };
message done { struct state *result; future(bool) *reply; };

scalable receive (worker *self, work_call *m) { call(&self->state, m->number); }

receive (worker *self, done *m)
{
	take_back(m->result, &self->state);
	*m->reply << true;
}

export (worker *self, worker *replica) { share_out(&self->state, &replica->state, (int)processors); }
import (worker *self, worker *replica) { take_back(&self->state, &replica->state); }

// Nanoseconds. make: sends it all calls.
static inline double run_worker(struct state *all, void (*make)(worker *w))
{
	future(bool) reply = {};
	worker w = {};
	bool merged;

	take_back(&w.state, all);
	const double start = clock_ns();
	make(&w);
	w | (done){ all, &reply };
	merged << reply;
	return merged ? clock_ns() - start : -1;
}

#endif
