// SPDX-License-Identifier: MIT
// After moby#27782: a reader of logs is closed and removes its file from the watcher, for which it waits for a signal
// that only a removal would give. The watcher sees a change of the file instead and waits for the reader to receive it.
// Each waits for ever.
// The reader is closed before it looks at the watcher's events.
#include "go.h"

enum event { CREATE, WRITE };

struct watcher { channel(int) events, done; conc_mutex m; conc_condition removed; };

static channel(int) close_notifier;
static conc_semaphore registered, closed;

static bool ignore(struct watcher *w, enum event e)
{
	if (e == WRITE) return false;
	mutex (w->m) conc_broadcast(&w->removed);
	return true;
}

static void read_events(struct watcher *w)
{
	go_unused bool open;
	go_unused int got;
	for (bool over = false; !over;) {
		waituntil (open = got << w->done) break;
		or else {}
		if (ignore(w, WRITE)) continue;
		waituntil (w->events << WRITE) {} /* stays */
		or waituntil (open = got << w->done) over = true;
	}
	conc_close(&w->events);
}

static void remove_file(struct watcher *w)
{
	bool exists = true;
	mutex (w->m)
		while (exists) conc_wait(&w->removed, &w->m); /* stays */
}

static void follow_logs(void)
{
	struct watcher *w = new struct watcher {};
	go_unused bool open;
	go_unused int got;
	spawn read_events(w);
	conc_semaphore_wait(&closed);
	waituntil (open = got << close_notifier) remove_file(w);
	or waituntil (got << w->events) {}
	conc_close(&w->done);
}

static void read_logs(void)
{
	conc_semaphore_post(&registered);
	follow_logs();
}

static void initialise(void)
{
	spawn read_logs();
	conc_semaphore_wait(&registered);
	conc_close(&close_notifier);
	conc_semaphore_post(&closed);
}

go_test
{
	spawn initialise();
	go_until_waits(1, "read_logs", "conc_condition");
	go_until_waits(1, "read_events", "waituntil");
	go_until_left(2);
}

int main(void) { test(); }
