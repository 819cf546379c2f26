// SPDX-License-Identifier: MIT
// After moby#17176: cleaning up deleted devices returns with the lock when there are none. A thread that deletes a
// device waits for the lock for ever; main gives up waiting for it after a while.
#include "go.h"

struct device_set { conc_mutex m; int deleted; };

static bool clean_up(struct device_set *d)
{
	conc_mutex_lock(&d->m);
	if (!d->deleted) return true; // with the lock
	conc_mutex_unlock(&d->m);
	return false;
}

static void delete_device(struct device_set *d, channel(int) *done)
{
	mutex (d->m) *done << 1; /* stays */
}

go_test
{
	struct device_set *devices = new struct device_set {};
	channel(int) *done = new channel(int) {};
	go_unused int got;
	clean_up(devices);
	spawn delete_device(devices, done);
	waituntil (timeout(1ms)) {}
	or waituntil (got << *done) {}
	go_until_waits(1, "delete_device", "conc_mutex");
}

int main(void) { test(); }
