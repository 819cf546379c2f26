// SPDX-License-Identifier: MIT
// After etcd#6873: stopping takes the lock, closes the channel of updates, and waits until the thread that coalesces
// them is done. That thread has just received an update and waits for the lock.
// A barrier lets the one have its lock and the other its update before either goes on.
#include "go.h"

struct broadcasts { conc_mutex m; channel(int) updates, done; };

static conc_barrier each_has_one = { 2 };

static void coalesce(struct broadcasts *b)
{
	conc_barrier_wait(&each_has_one);
	mutex (b->m) {} /* stays */
}

static void coalesce_all(struct broadcasts *b)
{
	int update;
	while (update << b->updates) coalesce(b);
	conc_close(&b->done);
}

static void stop(struct broadcasts *b)
{
	int got;
	mutex (b->m) {
		conc_barrier_wait(&each_has_one);
		conc_close(&b->updates);
		(void)(got << b->done); /* stays */
	}
}

go_test
{
	struct broadcasts *b = new struct broadcasts { .updates = { 1 } };
	spawn coalesce_all(b);
	conc_try_send(&b->updates, 1);
	spawn stop(b);
	go_until_waits(1, "coalesce_all", "conc_mutex");
	go_until_waits(1, "stop", "receive");
}

int main(void) { test(); }
