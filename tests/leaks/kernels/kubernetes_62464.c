// SPDX-License-Identifier: MIT
// After kubernetes#62464: a thread reads a set of processors under a lock for reading, and a function that it calls
// takes the lock for reading again. In between another thread has begun to wait for the lock, to write. It waits for
// the first lock of the reader, and the reader's second lock waits behind it.
// The writer comes when the reader has the lock, and the reader goes on when readers no longer get in, which means that
// a writer waits.
#include "go.h"

static conc_rw_lock state;
static conc_semaphore reading;

static bool get_set(void)
{
	mutex (conc_reading(&state)) return true; /* stays */
}

static void get_default(void)
{
	mutex (conc_reading(&state)) {}
}

static void reconcile(void)
{
	mutex (conc_reading(&state)) {
		conc_semaphore_post(&reading);
		while (conc_rw_lock_try_read_lock(&state)) {
			conc_rw_lock_read_unlock(&state);
			conc_yield();
		}
		if (!get_set()) get_default();
	}
}

static void set_default(void)
{
	mutex (state) {} /* stays */
}

static void remove_container(void)
{
	get_default();
	set_default();
}

int main(void)
{
	spawn reconcile();
	conc_semaphore_wait(&reading);
	spawn remove_container();
	go_until_waits(1, "remove_container", "conc_rw_lock (exclusive)");
	go_until_waits(1, "reconcile", "conc_rw_lock");
}
