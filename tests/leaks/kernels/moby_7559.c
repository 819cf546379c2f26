// SPDX-License-Identifier: MIT
// After moby#7559: a proxy takes a lock in each round of a loop. A round that cannot connect goes on to the next one
// with the lock, so the thread waits for ever for itself.
// Go's mutex does not know its holder, nor does a semaphore of one unit. A conc_mutex would stop the program here.
#include "go.h"

struct proxy { conc_semaphore lock; };

static bool dial(void) { return false; }

static void run(struct proxy *p)
{
	for (int i = 0; i < 2; i++) {
		conc_semaphore_wait(&p->lock); /* stays */
		if (!dial()) continue; // with the lock
		if (i == 0) break;
	}
	conc_semaphore_post(&p->lock);
}

go_test
{
	spawn run(new struct proxy { { 1 } });
	go_until_waits(1, "run", "conc_semaphore");
}

int main(void) { test(); }
