// SPDX-License-Identifier: MIT
// After kubernetes#62464: a thread reads a set of processors under a lock for reading, and a function that it calls
// takes the lock for reading again. In between another thread has begun to wait for the lock, to write. It waits for
// the first lock of the reader, and the reader's second lock waits behind it.
// The writer comes when the reader has the lock, and the reader goes on when readers no longer get in, which means that
// a writer waits.
#include "go.h"

static conc_semaphore reading;

static bool get_set(conc_rw_lock *state)
{
	mutex (conc_reading(state)) return true; /* stays */
}

static void get_default(conc_rw_lock *state)
{
	mutex (conc_reading(state)) {}
}

static void reconcile(conc_rw_lock *state)
{
	mutex (conc_reading(state)) {
		conc_semaphore_post(&reading);
		while (conc_rw_lock_try_read_lock(state)) {
			conc_rw_lock_read_unlock(state);
			conc_yield();
		}
		if (!get_set(state)) get_default(state);
	}
}

static void set_default(conc_rw_lock *state)
{
	mutex (state) {} /* stays */
}

static void remove_container(conc_rw_lock *state)
{
	get_default(state);
	set_default(state);
}

go_test
{
	conc_rw_lock *state = new conc_rw_lock {};
	spawn reconcile(state);
	conc_semaphore_wait(&reading);
	spawn remove_container(state);
	go_until_waits(1, "remove_container", "conc_rw_lock (exclusive)");
	go_until_waits(1, "reconcile", "conc_rw_lock");
}

int main(void) { test(); }
