// SPDX-License-Identifier: MIT
// After istio#16224: a handler of events sends under a lock. Main takes the lock before it receives what the handler
// sends, and both wait for ever.
// Main takes the lock when the handler is in its send.
#include "go.h"

static channel(int) events, done, stop_channel;
static conc_mutex m;

static void handle(void)
{
	mutex (m) done << 1; /* stays */
}

static void run(void)
{
	go_unused int got;
	bool open;
	for (;;) {
		waituntil (open = got << stop_channel) {
			if (got << events) conc_close(&events);
			return;
		}
		or waituntil (open = got << events) {
			if (open) handle();
		}
	}
}

int main(void)
{
	int got;
	spawn run();
	events << 0;
	go_until_waits(1, "run", "send");
	mutex (m) {} /* stays */
	got << done;
	conc_close(&stop_channel);
	return got != 1;
}
