// SPDX-License-Identifier: MIT
// After kubernetes#70277: a test polls until a condition holds, and then waits for the channel that it was to close
// itself to end the poller. The poller ends by its own time-out; main waits for ever.
#include "go.h"

static channel(int) stop_channel;

static void poll_until(channel(int) *ticks, channel(int) *done, conc_duration limit)
{
	uint64_t deadline = conc_now() + (uint64_t)limit;
	go_unused bool open;
	go_unused int got;
	for (bool over = false; !over;) {
		waituntil (open = got << *done) over = true;
		or waituntil (timeout(deadline - conc_now())) over = true;
		or waituntil (timeout(1ms)) conc_try_send(ticks, 1);
	}
	conc_close(ticks);
}

static void wait_for(bool (*condition)(void), channel(int) *done)
{
	channel(int) *ticks = new channel(int) {};
	int got;
	spawn poll_until(ticks, done, 10ms);
	while (got << *ticks)
		if (condition()) return;
}

static bool holds(void) { return true; }

int main(void)
{
	int got;
	wait_for(holds, &stop_channel);
	(void)(got << stop_channel); /* stays */
	conc_close(&stop_channel);
}
