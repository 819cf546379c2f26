// SPDX-License-Identifier: MIT
// After grpc#2371: a watcher sends to the balancer's channel, though a close has taken the balancer away.
// Stops with: a channel by a null pointer
#include <conc.h>
#include "../race/race.h"

struct wrapper { channel(int) updates; };
struct connection { conc_rw_lock m; struct wrapper *balancer; };

static void handle(struct wrapper *w)
{
	int old;
	(void)conc_try_receive(&w->updates, &old);
	w->updates << 1;
}

static void watch(struct connection *c)
{
	mutex (c->m)
		ORDERED(if (c->balancer)) handle(c->balancer);
}

static void hang_up(struct connection *c)
{
	mutex (c->m) c->balancer = NULL;
}

int main(void)
{
	static struct wrapper w = { { 1 } };
	static struct connection c = { .balancer = &w };
	task(void) watcher = spawn watch(&c), closer = spawn hang_up(&c);
	join(watcher), join(closer);
}
