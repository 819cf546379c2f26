// SPDX-License-Identifier: MIT
// After grpc#660: a loop starts a thread for each call and waits for its result or for the end. If the end comes first,
// the last caller waits for ever to send its result.
// The end waits when the loop begins.
#include "go.h"

static channel(int) stop_channel;

static void call(channel(int) *done)
{
	*done << 1; /* stays */
}

static void close_loop(void)
{
	go_unused int got;
	for (;;) {
		channel(int) *done = new channel(int) {};
		spawn call(done);
		waituntil (got << stop_channel) return;
		or waituntil (got << *done) {}
	}
}

static void stop(void)
{
	stop_channel << 1;
}

go_test
{
	spawn stop();
	go_until_waits(1, "stop", "send");
	spawn close_loop();
	go_until_waits(1, "call", "send");
	go_until_left(1);
}

int main(void) { test(); }
