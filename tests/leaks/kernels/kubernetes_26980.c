// SPDX-License-Identifier: MIT
// After kubernetes#26980: a listener with a notification waits, with its lock, until it is stopped. A thread waits for
// the lock, and main waits for that thread before it would stop the listener.
// The thread starts when the listener waits.
#include "go.h"

static conc_mutex m;
static conc_condition added;
static channel(int) stop_channel, result;
static int pending;

static void add(void)
{
	mutex (m) {
		pending++;
		conc_broadcast(&added);
	}
}

static void pop(void)
{
	go_unused bool open;
	go_unused int got;
	mutex (m) {
		while (!pending) {
			waituntil (open = got << stop_channel) return;
			or else {}
			conc_wait(&added, &m);
		}
		(void)(got << stop_channel); /* stays */
	}
}

static void lock_it(void)
{
	conc_mutex_lock(&m); /* stays */
	conc_close(&result);
}

int main(void)
{
	int got;
	add();
	spawn pop();
	go_until_waits(1, "pop", "receive");
	spawn lock_it();
	(void)(got << result); /* stays */
	conc_mutex_unlock(&m);
	conc_close(&stop_channel);
}
