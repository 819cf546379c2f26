// SPDX-License-Identifier: MIT
// After etcd#6857: a node answers requests for its status until it is stopped. A request that comes later waits for
// ever in its send: it does not look whether the node still runs.
// The request is made after the stop.
#include "go.h"

struct node { channel(channel(int) *) status; channel(int) stop, done; };

static int status(struct node *n)
{
	channel(int) *answer = new channel(int) {};
	n->status << answer; /* stays */
	return conc_receive(answer);
}

static void run(struct node *n)
{
	channel(int) *answer;
	go_unused int got;
	for (;;) {
		waituntil (answer << n->status) *answer << 1;
		or waituntil (got << n->stop) break;
	}
	conc_close(&n->done);
}

static void stop(struct node *n)
{
	go_unused bool open;
	go_unused int got;
	waituntil (n->stop << 1) (void)(got << n->done);
	or waituntil (open = got << n->done) {}
}

go_test
{
	struct node *n = new struct node {};
	int got;
	spawn run(n);
	spawn stop(n);
	(void)(got << n->done);
	spawn status(n);
	go_until_waits(1, "status", "send");
	go_until_left(1);
}

int main(void) { test(); }
