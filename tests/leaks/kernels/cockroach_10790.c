// SPDX-License-Identifier: MIT
// After cockroach#10790: commands wait for their predecessors. When the context is cancelled, each wait that is given
// up leaves a thread behind that takes what the predecessors will still send. The sender also gives up, so these
// threads wait for ever.
// The context is cancelled before either side looks at it.
#include "go.h"

enum { CHANNELS = 2 };

struct replica { channel(int) predecessors[CHANNELS], context; };

static conc_semaphore gave_up;

static void drain(struct replica *r)
{
	go_unused int got;
	for (int i = 0; i < CHANNELS; i++) got << r->predecessors[i]; /* stays */
}

static void begin(struct replica *r)
{
	go_unused bool open;
	go_unused int got;
	for (int i = 0; i < CHANNELS; i++) {
		waituntil (got << r->predecessors[i]) {}
		or waituntil (open = got << r->context) spawn drain(r);
	}
	conc_semaphore_post(&gave_up);
}

static void send_all(struct replica *r)
{
	go_unused bool open;
	go_unused int got;
	for (int i = 0; i < CHANNELS; i++) {
		waituntil (r->predecessors[i] << 1) {}
		or waituntil (open = got << r->context) break;
	}
	conc_semaphore_post(&gave_up);
}

go_test
{
	struct replica *r = new struct replica {};
	conc_close(&r->context);
	spawn send_all(r);
	conc_semaphore_wait(&gave_up);
	spawn begin(r);
	conc_semaphore_wait(&gave_up);
	go_until_waits(2, "drain", "receive");
	go_until_left(2);
}

int main(void) { test(); }
