// SPDX-License-Identifier: MIT
// A tree for each thread, merged with that of the queue before items are taken out: by several threads, too.
#include "threads.h"

static struct tree queue;

static struct tree *rest(void) { return &queue; }

static void *make(void *argument)
{
	struct share *s = argument;

	for (struct item *i = s->first; i != s->end; i += group_items) enqueue(&s->own, i);
	return NULL;
}

enum { LEVELS = 3 }; // of the tree in which each left half has a thread

struct pair {
	struct item *small, *large;
	int levels;
};

static void *unite_pair(void *argument)
{
	const struct pair p = *(struct pair *)argument;
	struct pair left, right;
	pthread_t other;
	void *united;

	if (p.levels == 0 || !p.small || !p.large) return unite(p.small, p.large, 0);
	split(p.large, p.small->time, &left.large, &right.large);
	left.small = p.small->left;
	right.small = p.small->right;
	left.levels = right.levels = p.levels - 1;
	if (pthread_create(&other, NULL, unite_pair, &left)) abort();
	p.small->right = unite_pair(&right);
	pthread_join(other, &united);
	p.small->left = united;
	return p.small;
}

static struct item *unite_all(struct item *small, struct item *large)
{
	return unite_pair(&(struct pair){ small, large, burst_items < 50000 ? 0 : LEVELS });
}

static struct item *run(struct item *first, uint64_t due)
{
	in_threads(first, make);
	for (unsigned i = 0; i < processors; i++) merge(&queue, &shares[i].own, unite_all);
	return take(&queue, due);
}

int main(int argc, char **argv)
{
	if (!bursts_arguments(argc, argv)) return 2;
	make_shares();
	queue = preload();
	measure_bursts(run, rest);
}
