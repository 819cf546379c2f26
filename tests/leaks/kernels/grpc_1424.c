// SPDX-License-Identifier: MIT
// After grpc#1424: dialling waits for a watcher to close a channel. The watcher ends when there are no more addresses,
// and does not close it: the other thread waits for ever.
#include "go.h"

struct client { channel(int) addresses, done; };

static void watch(struct client *c)
{
	int address;
	while (address << c->addresses) {}
}

static void wait_until_done(struct client *c)
{
	int got;
	spawn watch(c);
	(void)(got << c->done); /* stays */
}

static void dial(void)
{
	struct client *c = new struct client {};
	spawn wait_until_done(c);
	conc_close(&c->addresses);
}

go_test
{
	spawn dial();
	go_until_waits(1, "wait_until_done", "receive");
	go_until_left(1);
}

int main(void) { test(); }
