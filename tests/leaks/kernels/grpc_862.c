// SPDX-License-Identifier: MIT
// After grpc#862: dialling starts a thread that connects again and again until the connection's context is cancelled.
// The caller gives up, gets no connection that it could close, and the thread goes on for ever.
// It does not stand still: it waits for the next try or for the end. The first pause is so long that it is still in it.
#include "go.h"

struct client { channel(int) context; };

static void reset_transport(struct client *c)
{
	go_unused bool open;
	go_unused int got;
	for (int tries = 1;; tries++) {
		waituntil (timeout(tries * 1h)) {} /* goes on, and is not reported */
		or waituntil (open = got << c->context) return;
	}
}

static struct client *dial(channel(int) *context)
{
	struct client *c = new struct client {}, *dialled = NULL;
	go_unused bool open;
	go_unused int got;
	spawn reset_transport(c);
	waituntil (open = got << *context) {
		if (dialled) conc_close(&dialled->context);
		dialled = NULL;
	}
	or else {}
	return dialled;
}

static channel(int) context;

go_test
{
	spawn dial(&context);
	conc_close(&context);
	go_until_waits(1, "reset_transport", "waituntil");
	go_until_left(1);
}

int main(void) { test(); }
