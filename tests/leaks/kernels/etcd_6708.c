// SPDX-License-Identifier: MIT
// After etcd#6708: a client that synchronises holds its lock for writing and asks for the leader. The request goes
// through the same client, which takes its lock for reading: main waits for ever for itself.
// Go's lock does not know its holder, nor does a semaphore of one unit. A conc_rw_lock would stop the program here.
#include "go.h"

enum mode { RANDOM, LEADER };

struct client { conc_semaphore lock; enum mode mode; };

static struct client client = { { 1 }, LEADER };

static void request(struct client *c)
{
	mutex (c->lock) {} /* stays */
}

static void set_endpoints(struct client *c)
{
	if (c->mode == LEADER) request(c);
}

static void synchronise(struct client *c)
{
	mutex (c->lock) set_endpoints(c);
}

int main(void)
{
	synchronise(&client);
}
