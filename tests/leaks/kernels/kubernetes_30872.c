// SPDX-License-Identifier: MIT
// After kubernetes#30872: a controller pops from a queue under the queue's lock and adds a cluster, for which it takes
// the informer's lock. Another thread asks under the informer's lock whether the queue is empty, for which it takes the
// queue's. Each waits for the other one, and a third thread, which would stop them, waits for the informer's lock.
// A barrier lets both take their first lock before either goes on, and the third comes last.
#include "go.h"

struct informer { conc_mutex m, queue; channel(int) stop; };

static conc_barrier each_has_one = { 2 };

static void add_cluster(struct informer *i)
{
	mutex (i->m) {} /* stays */
}

static void pop(struct informer *i)
{
	mutex (i->queue) {
		conc_barrier_wait(&each_has_one);
		add_cluster(i);
	}
}

static void run_controller(struct informer *i)
{
	go_unused bool open;
	go_unused int got;
	for (;;) {
		waituntil (open = got << i->stop) return;
		or else pop(i);
	}
}

static void has_synced(struct informer *i)
{
	mutex (i->queue) {} /* stays */
}

static void reconcile(struct informer *i)
{
	mutex (i->m) {
		conc_barrier_wait(&each_has_one);
		has_synced(i);
	}
}

static void stop_informer(struct informer *i)
{
	mutex (i->m) conc_close(&i->stop); /* stays */
}

static void stop_later(struct informer *i, channel(int) *stop)
{
	int got;
	(void)(got << *stop);
	stop_informer(i);
}

go_test
{
	struct informer *i = new struct informer {};
	channel(int) *stop = new channel(int) {};
	mutex (i->m) spawn run_controller(i);
	spawn stop_later(i, stop);
	spawn reconcile(i);
	go_until_waits(1, "run_controller", "conc_mutex");
	go_until_waits(1, "reconcile", "conc_mutex");
	conc_close(stop);
	go_until_waits(1, "stop_later", "conc_mutex");
}

int main(void) { test(); }
