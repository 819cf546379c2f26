// SPDX-License-Identifier: MIT
// After syncthing#5795: a message's receiver closes the connection in the dispatcher's own thread. Closing waits until
// the dispatcher has stopped: that thread waits for ever for itself, and main waits for it too.
#include "go.h"

enum message { CLUSTER_CONFIG, OTHER };

struct connection { channel(int) inbox, stopped, closed; struct go_once once; void (*receiver)(struct connection *); };

static void close_connection(struct connection *c)
{
	int got;
	go_once (&c->once) {
		conc_close(&c->closed);
		(void)(got << c->stopped); /* stays */
	}
}

static struct connection connection = { .receiver = close_connection };

static void read_loop(struct connection *c)
{
	go_unused bool open;
	go_unused int got;
	for (;;) {
		waituntil (open = got << c->closed) return;
		or else conc_yield();
	}
}

static void dispatch(struct connection *c)
{
	go_unused bool open;
	int message = OTHER;
	for (bool over = false; !over;) {
		waituntil (message << c->inbox) {}
		or waituntil (open = message << c->closed) break;
		if (message == CLUSTER_CONFIG) c->receiver(c);
		else over = true;
	}
	conc_close(&c->stopped);
}

int main(void)
{
	int got;
	spawn read_loop(&connection);
	spawn dispatch(&connection);
	connection.inbox << CLUSTER_CONFIG;
	(void)(got << connection.stopped); /* stays */
}
