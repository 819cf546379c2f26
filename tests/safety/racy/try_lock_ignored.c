// SPDX-License-Identifier: MIT
// class: lock
// A thread tries to take the lock and goes on even if it did not get it.
#include <conc.h>
#include <stdio.h>

static conc_mutex lock;
static int level;

static int peek(void)
{
	bool mine = conc_mutex_try_lock(&lock);
	int seen = level;	/* races */

	if (mine)
		conc_mutex_unlock(&lock);
	return seen;
}

int main(void)
{
	task(int) t;

	mutex (lock) {
		t = spawn peek();
		for (int i = 0; i < 5; i++) {
			level++;	/* races */
			conc_sleep(1ms);
		}
	}
	printf("%s\n", join(t) <= 5 ? "peeked" : "too high");
}
