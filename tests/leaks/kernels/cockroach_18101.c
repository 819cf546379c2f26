// SPDX-License-Identifier: MIT
// After cockroach#18101: a thread splits ranges and sends each to the one that restores them. The receiver leaves when
// its context is cancelled. The sender does not look at the context, fills the channel, and waits for ever.
// The sender begins when the receiver waits.
#include "go.h"

enum { ROOM = 6 };

static channel(int) context;

static void split_and_scatter(channel(int) *ready)
{
	go_until_waits(1, "restore", "receive");
	for (int i = 0; i < ROOM + 2; i++) *ready << i; /* stays */
	conc_close(ready);
}

static void restore(void)
{
	int span, got;
	channel(int) *ready = new channel(int) { ROOM };
	spawn split_and_scatter(ready);
	while (span << *ready) {
		if (!(got << context)) return;
	}
}

go_test
{
	spawn restore();
	conc_close(&context);
	go_until_waits(1, "split_and_scatter", "send");
	go_until_left(1);
}

int main(void) { test(); }
