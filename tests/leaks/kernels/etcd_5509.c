// SPDX-License-Identifier: MIT
// After etcd#5509: a request that finds the client closed returns with the client's lock still held for reading.
// Closing the client gives the lock back for a moment and takes it again; main waits for ever for a reader that has
// gone.
// The close takes the lock again when the request has returned.
#include "go.h"

struct client { conc_rw_lock lock; bool open; };

static struct client client = { .open = true };
static conc_mutex remote;
static channel(int) done;
static conc_semaphore returned;

static bool acquire(struct client *c)
{
	for (;;) {
		conc_rw_lock_read_lock(&c->lock);
		bool closed = !c->open;
		mutex (remote) {}
		if (closed) return false; // with the lock
		conc_rw_lock_read_unlock(&c->lock);
		conc_yield();
	}
}

static void get(void)
{
	acquire(&client);
	conc_semaphore_post(&returned);
	conc_close(&done);
}

static void close_client(struct client *c)
{
	mutex (c->lock) {
		if (!c->open) return;
		c->open = false;
		conc_rw_lock_unlock(&c->lock);
		conc_semaphore_wait(&returned);
		conc_rw_lock_lock(&c->lock); /* stays */
	}
}

int main(void)
{
	int got;
	spawn get();
	close_client(&client);
	(void)(got << done);
}
