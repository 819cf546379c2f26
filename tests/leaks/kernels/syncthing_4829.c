// SPDX-License-Identifier: MIT
// After syncthing#4829: clearing the addresses of a mapping holds the mapping's lock for writing and notifies about
// them, which takes the lock for reading: main waits for ever for itself.
// Go's lock does not know its holder, nor does a semaphore of one unit. A conc_rw_lock would stop the program here.
#include "go.h"

struct mapping { conc_semaphore lock; int addresses; };

static conc_mutex service;
static struct mapping mapping = { { 1 }, 1 };

static void notify(struct mapping *m)
{
	mutex (m->lock) {} /* stays */
}

static void clear_addresses(struct mapping *m)
{
	mutex (m->lock) {
		int removed = m->addresses;
		m->addresses = 0;
		if (removed) notify(m);
	}
}

static void remove_mapping(struct mapping *m)
{
	mutex (service) clear_addresses(m);
}

int main(void)
{
	remove_mapping(&mapping);
}
