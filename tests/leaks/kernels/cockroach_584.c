// SPDX-License-Identifier: MIT
// After cockroach#584: bootstrapping leaves its loop with the lock when the gossip is closed. The same thread then
// manages the gossip and waits for ever for the lock that it has itself.
// Go's mutex does not know its holder, nor does a semaphore of one unit. A conc_mutex would stop the program here.
#include "go.h"

struct gossip { conc_semaphore lock; bool closed; };

static void bootstrap(struct gossip *g)
{
	for (;;) {
		conc_semaphore_wait(&g->lock);
		if (g->closed) break;
		conc_semaphore_post(&g->lock);
	}
}

static void manage(struct gossip *g)
{
	for (;;) {
		conc_semaphore_wait(&g->lock); /* stays */
		if (g->closed) break;
		conc_semaphore_post(&g->lock);
	}
}

static void start(struct gossip *g)
{
	bootstrap(g);
	manage(g);
}

go_test
{
	spawn start(new struct gossip { { 1 }, true });
	go_until_waits(1, "start", "conc_semaphore");
}

int main(void) { test(); }
