// SPDX-License-Identifier: MIT
// After cockroach#2448: one thread sends events and runs callbacks, the other receives events and sends callbacks. Each
// waits for the other one to receive, for ever. Both would leave if the stopper closed its channel.
// The receiver of events goes on when the sender is about to send the second one.
#include "go.h"

struct raft { channel(int) done, events, callbacks; };

static _Atomic int sending;

static void send_event(struct raft *r)
{
	go_unused bool open;
	go_unused int got;
	sending++;
	waituntil (r->events << 1) {} /* stays */
	or waituntil (open = got << r->done) {}
}

static void start(struct raft *r)
{
	go_unused bool open;
	go_unused int got;
	for (;;) {
		waituntil (open = got << r->done) return;
		or waituntil (got << r->callbacks) conc_yield();
		or else send_event(r);
	}
}

static void callback(struct raft *r)
{
	go_unused bool open;
	go_unused int got;
	while (sending < 2) conc_yield();
	waituntil (r->callbacks << 1) {} /* stays */
	or waituntil (open = got << r->done) {}
}

static void process_raft(struct raft *r)
{
	go_unused bool open;
	go_unused int got;
	for (;;) {
		waituntil (got << r->events) callback(r);
		or waituntil (open = got << r->done) return;
	}
}

go_test
{
	struct raft *r = new struct raft {};
	spawn process_raft(r);
	spawn start(r);
	while (sending < 2) conc_yield();
	go_until_waits(1, "start", "waituntil (send");
	go_until_waits(1, "process_raft", "waituntil (send");
}

int main(void) { test(); }
