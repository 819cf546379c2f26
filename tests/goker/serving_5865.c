// SPDX-License-Identifier: MIT
// After serving#5865: a watcher closes its channel when it has run, and the manager sends to it.
// Stops with: send on a closed channel
#include <conc.h>
#include "../race/race.h"

struct watcher { channel(int) updates; };
struct manager { conc_rw_lock lock; struct watcher *watcher; };

static void run(struct watcher *w)
{
	ORDERED(conc_receive(&w->updates);)
	conc_close(&w->updates);
}

static struct watcher *get_watcher(struct manager *m) { mutex (m->lock) return m->watcher; }

static void update(struct manager *m)
{
	struct watcher *w = get_watcher(m);
	task(void) runner = spawn run(w);
	w->updates << 1;
	join(runner);
}

int main(void)
{
	static struct watcher w;
	static struct manager m = { .watcher = &w };
	update(&m);
}
