// SPDX-License-Identifier: MIT
// After kubernetes#30872: a controller pops from a queue under the queue's lock and adds a cluster, for which it takes
// the informer's lock. Another thread asks under the informer's lock whether the queue is empty, for which it takes the
// queue's. Each waits for the other one, and a third thread, which would stop them, waits for the informer's lock.
// A barrier lets both take their first lock before either goes on, and the third comes last.
#include "go.h"

static conc_mutex informer, queue;
static channel(int) stop_channel, controller_stop;
static conc_barrier each_has_one = { 2 };

static void add_cluster(void)
{
	mutex (informer) {} /* stays */
}

static void pop(void)
{
	mutex (queue) {
		conc_barrier_wait(&each_has_one);
		add_cluster();
	}
}

static void run_controller(void)
{
	go_unused bool open;
	go_unused int got;
	for (;;) {
		waituntil (open = got << controller_stop) return;
		or else pop();
	}
}

static void has_synced(void)
{
	mutex (queue) {} /* stays */
}

static void reconcile(void)
{
	mutex (informer) {
		conc_barrier_wait(&each_has_one);
		has_synced();
	}
}

static void stop_informer(void)
{
	mutex (informer) conc_close(&controller_stop); /* stays */
}

static void stop_later(void)
{
	int got;
	(void)(got << stop_channel);
	stop_informer();
}

int main(void)
{
	mutex (informer) spawn run_controller();
	spawn stop_later();
	spawn reconcile();
	go_until_waits(1, "run_controller", "conc_mutex");
	go_until_waits(1, "reconcile", "conc_mutex");
	conc_close(&stop_channel);
	go_until_waits(1, "stop_later", "conc_mutex");
}
