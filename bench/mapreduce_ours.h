// SPDX-License-Identifier: MIT
// An actor that replicates itself: each piece is a message that any replica may handle, done is for the actor itself
// and comes when all before it is done and imported.
#ifndef BENCH_MAPREDUCE_OURS_H
#define BENCH_MAPREDUCE_OURS_H
#include <conc.h>
#include "mapreduce.h"

actor reducer { state found; };
message work { piece part; };
message begin { state *with; };
message done { state *result; future(bool) *told; }; // no result: another iteration follows

export (reducer *self, reducer *replica) { state_export(&self->found, &replica->found); }

// The parts are independent, so processors that have no more pieces help.
static void merge_parts(state *into, state *from, int first, int end)
{
	const int middle = (first + end) / 2;

	if (end - first == 1) {
		state_merge(into, from, first);
		return;
	}
	task(void) half = spawn merge_parts(into, from, middle, end);
	merge_parts(into, from, first, middle);
	join(half);
}

import (reducer *self, reducer *replica) { merge_parts(&self->found, &replica->found, 0, PARTS); }

scalable receive (reducer *self, work *m) { state_map(&self->found, &m->part); }

receive (reducer *self, begin *m) { self->found = *m->with; }

receive (reducer *self, done *m)
{
	state_finish(&self->found);
	if (!m->result) return;
	*m->result = self->found;
	*m->told << true;
}

static void mapreduce(state *result)
{
	static reducer all;
	future(bool) told = {};

	all | (begin){ result };
	for (long i = 1; i <= iterations; i++) {
		for (long p = 0; p < piece_count; p++) all | (work){ pieces[p] };
		if (i < iterations) all | (done){};
		else all | (done){ result, &told };
	}
	bool whole;
	whole << told;
	if (!whole) abort();
}

int main(int argc, char **argv)
{
	struct conc_actors_statistics s;

	if (argc > 1) conc_processors((unsigned)atoi(argv[1]));
	conc_actors_start(NULL);
	const int status = mapreduce_measure(argc, argv, mapreduce);
	conc_actors_statistics(&s);
	printf("splits %.0f\nmerges %.0f\n", (double)s.scaling.splits, (double)s.scaling.merges);
	return status;
}

#endif
