// SPDX-License-Identifier: MIT
// After kubernetes#10182: setting a pod's status sends it under a lock. The thread that receives takes the lock to
// delete the status; meanwhile the next setter has the lock and waits until that thread receives.
// The receiver goes on when the second setter has the lock.
#include "go.h"

struct manager { conc_mutex m; channel(int) status; };

static _Atomic int setting;

static void delete_status(struct manager *m)
{
	mutex (m->m) {} /* stays */
}

static void sync_batch(struct manager *m)
{
	for (int i = 0; i < 2; i++) {
		(void)conc_receive(&m->status);
		while (setting < 2) conc_yield();
		delete_status(m);
	}
}

static void set_status(struct manager *m)
{
	mutex (m->m) {
		setting++;
		m->status << 1; /* stays */
	}
}

go_test
{
	struct manager *m = new struct manager {};
	spawn sync_batch(m);
	spawn set_status(m);
	spawn set_status(m);
	go_until_waits(1, "sync_batch", "conc_mutex");
	while (setting < 2) conc_yield();
	go_until_waits(1, "set_status", "send");
	go_until_left(2);
}

int main(void) { test(); }
