// SPDX-License-Identifier: MIT
// After cockroach#2448: one thread sends events and runs callbacks, the other receives events and sends callbacks. Each
// waits for the other one to receive, for ever. Both would leave if the stopper closed its channel.
// The receiver of events goes on when the sender is about to send the second one.
#include "go.h"

static channel(int) done, events, callbacks;
static _Atomic int sending;

static void send_event(void)
{
	go_unused bool open;
	go_unused int got;
	sending++;
	waituntil (events << 1) {} /* stays */
	or waituntil (open = got << done) {}
}

static void start(void)
{
	go_unused bool open;
	go_unused int got;
	for (;;) {
		waituntil (open = got << done) return;
		or waituntil (got << callbacks) conc_yield();
		or else send_event();
	}
}

static void callback(void)
{
	go_unused bool open;
	go_unused int got;
	while (sending < 2) conc_yield();
	waituntil (callbacks << 1) {} /* stays */
	or waituntil (open = got << done) {}
}

static void process_raft(void)
{
	go_unused bool open;
	go_unused int got;
	for (;;) {
		waituntil (got << events) callback();
		or waituntil (open = got << done) return;
	}
}

int main(void)
{
	spawn process_raft();
	spawn start();
	while (sending < 2) conc_yield();
	go_until_waits(1, "start", "waituntil (send");
	go_until_waits(1, "process_raft", "waituntil (send");
}
