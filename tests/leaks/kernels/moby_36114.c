// SPDX-License-Identifier: MIT
// After moby#36114: a virtual machine adds disks with its lock and calls a function that removes others, which takes
// the lock again. The thread waits for ever for itself.
// Go's mutex does not know its holder, nor does a semaphore of one unit. A conc_mutex would stop the program here.
#include "go.h"

struct service_vm { conc_semaphore lock; };

static void remove_at_start(struct service_vm *s)
{
	mutex (s->lock) {} /* stays */
}

static void add_at_start(struct service_vm *s)
{
	mutex (s->lock) remove_at_start(s);
}

go_test
{
	spawn add_at_start(new struct service_vm { { 1 } });
	go_until_waits(1, "add_at_start", "conc_semaphore");
}

int main(void) { test(); }
