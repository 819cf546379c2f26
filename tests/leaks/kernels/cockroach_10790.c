// SPDX-License-Identifier: MIT
// After cockroach#10790: commands wait for their predecessors. When the context is cancelled, each wait that is given
// up leaves a thread behind that takes what the predecessors will still send. The sender also gives up, so these
// threads wait for ever.
// The context is cancelled before either side looks at it.
#include "go.h"

enum { CHANNELS = 2 };

static channel(int) predecessors[CHANNELS], context;
static conc_semaphore gave_up;

static void drain(void)
{
	go_unused int got;
	for (int i = 0; i < CHANNELS; i++) got << predecessors[i]; /* stays */
}

static void begin(void)
{
	go_unused bool open;
	go_unused int got;
	for (int i = 0; i < CHANNELS; i++) {
		waituntil (got << predecessors[i]) {}
		or waituntil (open = got << context) spawn drain();
	}
	conc_semaphore_post(&gave_up);
}

static void send_all(void)
{
	go_unused bool open;
	go_unused int got;
	for (int i = 0; i < CHANNELS; i++) {
		waituntil (predecessors[i] << 1) {}
		or waituntil (open = got << context) break;
	}
	conc_semaphore_post(&gave_up);
}

int main(void)
{
	conc_close(&context);
	spawn send_all();
	conc_semaphore_wait(&gave_up);
	spawn begin();
	conc_semaphore_wait(&gave_up);
	go_until_waits(2, "drain", "receive");
	go_until_left(2);
}
