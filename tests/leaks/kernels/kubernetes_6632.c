// SPDX-License-Identifier: MIT
// After kubernetes#6632: a frame is written under a lock, and the write sends to a channel that nobody receives from
// any more. The thread that watches over idle connections would close the channel, but waits for the lock.
// The connection is closed when the frame is in its send.
#include "go.h"

struct framer { conc_mutex m; channel(int) resets, closed; bool open; };

static void watch(struct framer *f)
{
	(void)conc_receive(&f->closed);
	mutex (f->m) { /* stays */
		conc_close(&f->resets);
		f->open = false;
	}
}

static void write_frame(struct framer *f)
{
	mutex (f->m)
		if (f->open) f->resets << 1; /* stays */
}

static void close_connection(struct framer *f)
{
	f->closed << 1;
}

go_test
{
	struct framer *f = new struct framer { .open = true };
	spawn watch(f);
	spawn write_frame(f);
	go_until_waits(1, "write_frame", "send");
	spawn close_connection(f);
	go_until_waits(1, "watch", "conc_mutex");
	go_until_left(2);
}

int main(void) { test(); }
