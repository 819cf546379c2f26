// SPDX-License-Identifier: MIT
// After grpc#1460: a client that keeps its connection alive has no stream and waits, with its lock, until it is
// awakened. A new stream would awaken it, and waits for the lock.
// The stream is made when the client waits.
#include "go.h"

struct client { conc_mutex m; channel(int) awaken; int streams; };

static void keep_alive(struct client *c)
{
	mutex (c->m)
		if (c->streams < 1) (void)conc_receive(&c->awaken); /* stays */
}

static void new_stream(struct client *c)
{
	mutex (c->m) { /* stays */
		if (++c->streams == 1) conc_try_send(&c->awaken, 1);
	}
}

go_test
{
	struct client *c = new struct client {};
	spawn keep_alive(c);
	go_until_waits(1, "keep_alive", "receive");
	spawn new_stream(c);
	go_until_waits(1, "new_stream", "conc_mutex");
}

int main(void) { test(); }
