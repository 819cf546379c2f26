// SPDX-License-Identifier: MIT
// After grpc#3017: a connection that is removed is deleted by a timer, unless it is wanted again in time. A timer that
// comes just when it is called off returns with the cache's lock. The thread that removes and makes connections waits
// for the lock for ever, and main waits for that thread.
// The timer comes while it is called off, and has returned before the next connection is removed.
#include "go.h"

struct entry { conc_semaphore time; _Atomic bool fired; bool abort; };

static conc_mutex cache;
static struct entry *entry;
static channel(int) done;
static conc_semaphore returned;

static void remove_later(struct entry *e)
{
	conc_semaphore_wait(&e->time);
	e->fired = true;
	conc_mutex_lock(&cache);
	if (e->abort) {
		conc_semaphore_post(&returned);
		return; // with the lock
	}
	entry = NULL;
	conc_mutex_unlock(&cache);
}

static bool stop_timer(struct entry *e)
{
	conc_semaphore_post(&e->time);
	while (!e->fired) conc_yield();
	return false;
}

static void remove_connection(void)
{
	mutex (cache) { /* stays */
		if (entry) return;
		entry = new struct entry {};
		spawn remove_later(entry);
	}
}

static void new_connection(void)
{
	mutex (cache) {
		if (!entry) return;
		if (!stop_timer(entry)) entry->abort = true;
		entry = NULL;
	}
}

static void use(void)
{
	for (int i = 0; i < 1000; i++) {
		remove_connection();
		new_connection();
		conc_semaphore_wait(&returned);
	}
	conc_close(&done);
}

int main(void)
{
	int got;
	new_connection();
	spawn use();
	(void)(got << done); /* stays */
}
