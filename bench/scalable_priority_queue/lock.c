// SPDX-License-Identifier: MIT
// One tree, and one lock around each enqueue.
#include "threads.h"

static struct tree queue;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static struct tree *rest(void) { return &queue; }

static void *make(void *argument)
{
	const struct share *s = argument;

	for (struct item *i = s->first; i != s->end; i += group_items) {
		pthread_mutex_lock(&lock);
		enqueue(&queue, i);
		pthread_mutex_unlock(&lock);
	}
	return NULL;
}

static struct item *run(struct item *first, uint64_t due)
{
	in_threads(first, make);
	return take(&queue, due);
}

int main(int argc, char **argv)
{
	if (!bursts_arguments(argc, argv)) return 2;
	make_shares();
	queue = preload();
	measure_bursts(run, rest);
}
