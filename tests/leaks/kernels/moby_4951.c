// SPDX-License-Identifier: MIT
// After moby#4951: a thread that deletes a device holds the device's lock and gives the lock of all devices back while
// it removes it. A second thread then has that lock and waits for the device's; the first one waits for the other lock.
// The first goes on when somebody else has the lock of all devices. Which thread is first depends on the schedule, the
// waits do not.
#include "go.h"

struct device { conc_mutex m; };
struct device_set { conc_mutex m; struct device devices[2]; };

static void remove_and_wait(struct device_set *s)
{
	conc_mutex_unlock(&s->m);
	while (conc_mutex_try_lock(&s->m)) {
		conc_mutex_unlock(&s->m);
		conc_yield();
	}
	conc_mutex_lock(&s->m); /* stays */
}

static void delete_device(struct device_set *s, int number)
{
	mutex (s->m) {
		struct device *d = &s->devices[number];
		mutex (d->m) remove_and_wait(s); /* stays */
	}
}

go_test
{
	struct device_set *s = new struct device_set {};
	spawn delete_device(s, 0);
	spawn delete_device(s, 0);
	go_until_waits(2, "delete_device", "conc_mutex");
}

int main(void) { test(); }
