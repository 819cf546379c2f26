// SPDX-License-Identifier: MIT
// enqueue is scalable: each replica has a queue of its own, and they are merged before what is due is taken out.
#include <conc.h>
#include "bursts.h"

enum { LEVELS = 5 }; // of the tree in which each left half is a task

static struct item *unite_halves(struct item *small, struct item *large, int levels)
{
	struct item *until, *after;

	if (levels == 0 || !small || !large) return unite(small, large, 0);
	split(large, small->time, &until, &after);
	task(struct item *) left = spawn unite_halves(small->left, until, levels - 1);
	small->right = unite_halves(small->right, after, levels - 1);
	small->left = join(left);
	return small;
}

static struct item *unite_all(struct item *small, struct item *large) { return unite_halves(small, large, LEVELS); }

actor queue { struct tree tree; };
message enqueue_call { struct item *first; };
message dequeue_call { uint64_t due; future(struct item *) *list; };

scalable receive (queue *self, enqueue_call *m) { enqueue(&self->tree, m->first); }
receive (queue *self, dequeue_call *m) { *m->list << take(&self->tree, m->due); }

export (queue *self, queue *replica) {} // it begins with nothing
import (queue *self, queue *replica) { merge(&self->tree, &replica->tree, unite_all); }

static queue all;

static struct tree *rest(void) { return &all.tree; } // when nothing is sent any more

static struct item *run(struct item *first, uint64_t due)
{
	future(struct item *) list = {};
	struct item *taken;

	for (long i = 0; i < burst_items; i += group_items) all | (enqueue_call){ first + i };
	all | (dequeue_call){ due, &list };
	taken << list;
	return taken;
}

int main(int argc, char **argv)
{
	if (!bursts_arguments(argc, argv)) return 2;
	conc_processors(processors);
	all.tree = preload();
	conc_actors_start(NULL);
	measure_bursts(run, rest);
	conc_actors_stop();
}
