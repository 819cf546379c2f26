// SPDX-License-Identifier: MIT
// After kubernetes#38669: a watcher of a cache first sends the events that are there already. It is stopped before
// anybody receives, which closes its input but does not tell it, and it waits for ever.
#include "go.h"

struct watcher { conc_mutex m; channel(int) input, result; bool stopped; };

static void stop(struct watcher *w)
{
	mutex (w->m) {
		if (!w->stopped) conc_close(&w->input);
		w->stopped = true;
	}
}

static void process(struct watcher *w, int events)
{
	int got;
	for (int i = 1; i <= events; i++) w->result << i; /* stays */
	while (got << w->input) {}
	stop(w);
	conc_close(&w->result);
}

go_test
{
	struct watcher *w = new struct watcher {};
	spawn process(w, 2);
	stop(w);
	go_until_waits(1, "process", "send");
}

int main(void) { test(); }
