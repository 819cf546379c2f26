// SPDX-License-Identifier: MIT
// A queue of events in the order of their times, the first example of the paper on self-replicating objects: a splay tree in an
// actor. `schedule` is scalable, and events come in bursts: each replica has a tree of its own, which is small and in its own
// cache. Before the ordinary `run` the replicas' trees move into the actor's, node by node, without a copy.
#include <conc.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

enum { BURSTS = 5, EVENTS = 4000, STEP = 1000 };

struct event { struct event *side[2]; long time; };	// [0]: those before it, [1]: those that are not

actor queue { struct event *tree; };
message schedule { long time; };
message run { long until; future(long) *events; };	// all events until then, in order

// Makes the last event that is not later than time the root, or else a neighbour: top-down, as Sleator and Tarjan have it.
static struct event *splay(struct event *root, long time)
{
	struct event rest = { { NULL, NULL }, 0 }, *end[2] = { &rest, &rest };	// what lies before the path, and behind it
	for (;;) {
		bool to = time >= root->time;
		struct event *next = root->side[to];
		if (next && to == (time >= next->time)) {
			root->side[to] = next->side[!to];
			next->side[!to] = root;
			root = next;
		}
		if (!(next = root->side[to])) break;
		end[!to] = end[!to]->side[to] = root;
		root = next;
	}
	end[0]->side[1] = root->side[0], end[1]->side[0] = root->side[1];
	root->side[0] = rest.side[1], root->side[1] = rest.side[0];
	return root;
}

static void insert(struct event **tree, struct event *e)
{
	e->side[0] = e->side[1] = NULL;
	if (*tree) {
		struct event *near = splay(*tree, e->time);
		bool to = e->time >= near->time;
		e->side[!to] = near, e->side[to] = near->side[to];
		near->side[to] = NULL;
	}
	*tree = e;
}

// Takes the earliest event out if it is not later than until.
static struct event *earliest(struct event **tree, long until)
{
	if (!*tree) return NULL;
	struct event *e = *tree = splay(*tree, LONG_MIN);
	if (e->time > until) return NULL;
	*tree = e->side[1];
	return e;
}

scalable receive (queue *self, schedule *m)
{
	struct event *e = malloc(sizeof *e);
	e->time = m->time;
	insert(&self->tree, e);
}

receive (queue *self, run *m)
{
	long events = 0, last = LONG_MIN;
	for (struct event *e; (e = earliest(&self->tree, m->until)); free(e)) {
		if (e->time < last) printf("%ld behind %ld\n", e->time, last);
		last = e->time;
		events++;
	}
	*m->events << events;
}

export (queue *self, queue *replica) { }

// In order, so that a splay tree finds each place next to the one before.
import (queue *self, queue *replica)
{
	for (struct event *e; (e = earliest(&replica->tree, LONG_MAX));) insert(&self->tree, e);
}

// How a tree travels where replicas are in other processes (concc -fconc-mpi, mpirun -np 4). Without that nobody calls it.
serialize (queue *self, conc_writer *out)
{
	for (struct event *e; (e = earliest(&self->tree, LONG_MAX)); free(e)) conc_writer_put(out, &e->time, sizeof e->time);
	conc_writer_put(out, &(long){ LONG_MAX }, sizeof(long));
}

deserialize (queue *self, conc_reader *in)
{
	for (long time;;) {
		conc_reader_get(in, &time, sizeof time);
		if (time == LONG_MAX) return;
		struct event *e = malloc(sizeof *e);
		e->time = time;
		insert(&self->tree, e);
	}
}

destroy (queue *self)
{
	for (struct event *e; (e = earliest(&self->tree, LONG_MAX));) free(e);
}

int main(void)
{
	unsigned random = 1;
	long now = 0, left = 0;
	conc_actors_start(NULL);
	queue q = {};
	for (int burst = 0; burst < BURSTS; burst++, now += STEP) {
		for (int i = 0; i < EVENTS; i++) {
			random = random * 1103515245 + 12345;
			q | (schedule){ now + random / 65536 % (3 * STEP) };
		}
		future(long) events = {};
		long n;
		q | (run){ now + STEP, &events };
		n << events;	// the queue has them all in one tree by now
		left += EVENTS - n;
		printf("until %ld: %ld events, %ld to come\n", now + STEP, n, left);
	}
}
