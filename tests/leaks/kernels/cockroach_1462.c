// SPDX-License-Identifier: MIT
// After cockroach#1462: a transport sends events until it sees that the stopper has closed the channel. The only reader
// of the events sees it first and leaves, so the transport waits for ever in its send, and the stopper, which is main,
// waits for ever for the transport.
// The reader runs for the first time after the close, which a goroutine may do.
#include "go.h"

static channel(int) stop_channel, events;
static struct go_group workers;
static conc_semaphore closed;

static void transport(void)
{
	go_unused bool open;
	go_unused int got;
	for (;;) {
		waituntil (open = got << stop_channel) break;
		or else events << 0; /* stays */
	}
	go_done(&workers);
}

static void process_events(void)
{
	go_unused bool open;
	go_unused int got;
	conc_semaphore_wait(&closed);
	for (;;) {
		waituntil (open = got << stop_channel) break;
		or waituntil (got << events) {}
	}
	go_done(&workers);
}

static void stop(void)
{
	conc_close(&stop_channel);
	conc_semaphore_post(&closed);
	go_wait(&workers); /* stays */
}

int main(void)
{
	go_add(&workers, 2);
	spawn transport();
	spawn process_events();
	go_until_waits(1, "transport", "send");
	stop();
}
