// SPDX-License-Identifier: MIT
// class: lock
// A thread tries to take the lock and does without the value if it did not get it.
#include <conc.h>
#include <stdio.h>

static conc_mutex lock;
static int level;

static int peek(void)
{
	int seen = -1;

	if (conc_mutex_try_lock(&lock)) {
		seen = level;
		conc_mutex_unlock(&lock);
	}
	return seen;
}

int main(void)
{
	task(int) t;

	mutex (lock) {
		t = spawn peek();
		for (int i = 0; i < 5; i++) {
			level++;
			conc_yield();
		}
	}
	int seen = join(t);
	printf("%s\n", seen == -1 || seen == 5 ? "peeked" : "torn");
	return seen != -1 && seen != 5;
}
