// SPDX-License-Identifier: MIT
// After moby#33781: a monitor starts a thread for each probe and waits for the result, the end of its time, or the
// stop. If the stop comes first, it returns, and the probe waits for ever to send its result.
// The stop comes after the start of the first probe, and waits when the monitor looks.
#include "go.h"

static channel(int) stop_channel;
static conc_semaphore probing;

static void probe(channel(int) *results)
{
	*results << 1; /* stays */
	conc_close(results);
}

static void watch(void)
{
	go_unused int got;
	for (;;) {
		waituntil (got << stop_channel) return;
		or waituntil (timeout(50ns)) {}
		channel(int) *results = new channel(int) {};
		spawn probe(results);
		conc_semaphore_post(&probing);
		go_until_waits(1, "stop", "send");
		waituntil (got << stop_channel) return;
		or waituntil (got << *results) {}
		or waituntil (timeout(50ns)) got << *results;
	}
}

static void stop(void)
{
	conc_semaphore_wait(&probing);
	stop_channel << 1;
}

go_test
{
	spawn watch();
	spawn stop();
	go_until_waits(1, "probe", "send");
	go_until_left(1);
}

int main(void) { test(); }
