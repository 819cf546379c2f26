// SPDX-License-Identifier: MIT
// After cockroach#3710: a scan of the raft logs holds the store's lock for reading and asks each replica for its
// status, which takes the lock for reading again. In between another thread has begun to wait for the lock, to write.
// It waits for the first reader's lock, and the second lock waits behind it.
// The writer comes when the scan has the lock, and the scan goes on when readers no longer get in, which means that a
// writer waits.
#include "go.h"

struct store { conc_rw_lock lock; conc_mutex log_queue; };

static conc_semaphore reading;

static void raft_status(struct store *s)
{
	mutex (conc_reading(&s->lock)) {} /* stays */
}

static void maybe_add(struct store *s)
{
	mutex (s->log_queue) raft_status(s);
}

static void force_log_scan(struct store *s)
{
	mutex (conc_reading(&s->lock)) {
		conc_semaphore_post(&reading);
		while (conc_rw_lock_try_read_lock(&s->lock)) {
			conc_rw_lock_read_unlock(&s->lock);
			conc_yield();
		}
		for (int i = 0; i < 2; i++) maybe_add(s);
	}
}

static void process_raft(struct store *s)
{
	mutex (s->lock) {} /* stays */
}

go_test
{
	struct store *s = new struct store {};
	spawn force_log_scan(s);
	conc_semaphore_wait(&reading);
	spawn process_raft(s);
	go_until_waits(1, "force_log_scan", "conc_rw_lock");
	go_until_waits(1, "process_raft", "conc_rw_lock");
}

int main(void) { test(); }
