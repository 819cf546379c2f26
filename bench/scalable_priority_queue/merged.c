// SPDX-License-Identifier: MIT
// A tree for each thread, merged with that of the queue before items are taken out.
#include "threads.h"

static struct tree queue;

static struct tree *rest(void) { return &queue; }

static void *make(void *argument)
{
	struct share *s = argument;

	for (struct item *i = s->first; i != s->end; i += group_items) enqueue(&s->own, i);
	return NULL;
}

static struct item *run(struct item *first, uint64_t due)
{
	in_threads(first, make);
	for (unsigned i = 0; i < processors; i++) merge(&queue, &shares[i].own);
	return take(&queue, due);
}

int main(int argc, char **argv)
{
	if (!bursts_arguments(argc, argv)) return 2;
	make_shares();
	queue = preload();
	measure_bursts(run, rest);
}
