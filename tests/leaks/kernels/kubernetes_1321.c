// SPDX-License-Identifier: MIT
// After kubernetes#1321: a multiplexer sends to each watcher under its locks. A watcher that stops, and therefore no
// longer receives, needs the multiplexer's lock to close its channel: both wait for ever.
// The multiplexer begins when there is a watcher, and the watcher stops when the multiplexer is in its send.
#include "go.h"

struct watcher { channel(int) result; };
struct mux { conc_mutex m; struct watcher *watcher; };

static conc_mutex watchers;
static conc_semaphore watched;

static void distribute(struct mux *m)
{
	mutex (m->m) {
		mutex (watchers)
			if (m->watcher) m->watcher->result << 1; /* stays */
	}
}

static void loop(struct mux *m)
{
	conc_semaphore_wait(&watched);
	for (int i = 0; i < 100; i++) distribute(m);
}

static struct watcher *watch(struct mux *m)
{
	struct watcher *w = new struct watcher {};
	mutex (watchers) m->watcher = w;
	conc_semaphore_post(&watched);
	return w;
}

static void stop_watching(struct mux *m, struct watcher *w)
{
	mutex (m->m) { /* stays */
		m->watcher = NULL;
		conc_close(&w->result);
	}
}

static void test_close(void)
{
	struct mux *m = new struct mux {};
	spawn loop(m);
	struct watcher *w = watch(m);
	go_until_waits(1, "loop", "send");
	stop_watching(m, w);
}

go_test
{
	spawn test_close();
	go_until_waits(1, "test_close", "conc_mutex");
}

int main(void) { test(); }
