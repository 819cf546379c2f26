// SPDX-License-Identifier: MIT
// After etcd#3077: the node makes its channels when it runs, and the server uses them after a while.
#include <conc.h>
#include "../race/race.h"

struct node { channel(int) *stop, *done; };

static void make(struct node *n)
{
	n->stop = new channel(int) {};
	n->done = new channel(int) {};
}

static void run(struct node *n)
{
	int got;
	BESIDE(make(n);)
	got << *n->stop;
	*n->done << got;
}

int main(void)
{
	struct node n = {};
	int got;
	ORDERED(make(&n);)
	task(void) t = spawn run(&n);
	while (!__atomic_load_n(&n.done, __ATOMIC_RELAXED)) conc_sleep(1ms);
	*n.stop << 0;
	got << *n.done;
	join(t);
	delete n.stop;
	delete n.done;
	return got;
}
