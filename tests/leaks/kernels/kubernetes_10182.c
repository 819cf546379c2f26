// SPDX-License-Identifier: MIT
// After kubernetes#10182: setting a pod's status sends it under a lock. The thread that receives takes the lock to
// delete the status; meanwhile the next setter has the lock and waits until that thread receives.
// The receiver goes on when the second setter has the lock.
#include "go.h"

static conc_mutex statuses;
static channel(int) status_channel;
static _Atomic int setting;

static void delete_status(void)
{
	mutex (statuses) {} /* stays */
}

static void sync_batch(void)
{
	for (int i = 0; i < 2; i++) {
		(void)conc_receive(&status_channel);
		while (setting < 2) conc_yield();
		delete_status();
	}
}

static void set_status(void)
{
	mutex (statuses) {
		setting++;
		status_channel << 1; /* stays */
	}
}

int main(void)
{
	spawn sync_batch();
	spawn set_status();
	spawn set_status();
	go_until_waits(1, "sync_batch", "conc_mutex");
	while (setting < 2) conc_yield();
	go_until_waits(1, "set_status", "send");
	go_until_left(2);
}
