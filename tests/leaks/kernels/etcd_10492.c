// SPDX-License-Identifier: MIT
// After etcd#10492: renewing a lease calls the checkpointer with the lessor's lock held. The checkpointer takes the
// same lock: main waits for ever for itself.
// Go's mutex does not know its holder, nor does a semaphore of one unit. A conc_rw_lock would stop the program here.
#include "go.h"

struct lessor { conc_semaphore lock; void (*checkpointer)(struct lessor *); };

static struct lessor lessor = { { 1 }, NULL };

static void checkpoint(struct lessor *l)
{
	mutex (l->lock) {} /* stays */
}

static void set_checkpointer(struct lessor *l, void (*f)(struct lessor *))
{
	mutex (l->lock) l->checkpointer = f;
}

static void renew(struct lessor *l)
{
	mutex (l->lock)
		if (l->checkpointer) l->checkpointer(l);
}

int main(void)
{
	set_checkpointer(&lessor, checkpoint);
	renew(&lessor);
}
