// SPDX-License-Identifier: MIT
// After moby#28462: a daemon that stops a container's monitor sends to it under the container's lock. The monitor
// handles the result of a probe, for which it takes that lock: each waits for the other one.
// A barrier lets the one have its lock and the other its probe before either goes on.
#include "go.h"

struct container { conc_mutex m; channel(int) stop; };

static conc_barrier each_has_one = { 2 };

static void handle_probe(struct container *c)
{
	conc_barrier_wait(&each_has_one);
	mutex (c->m) {} /* stays */
}

static void watch(struct container *c)
{
	go_unused int got;
	for (;;) {
		waituntil (got << c->stop) return;
		or else handle_probe(c);
	}
}

static void change_state(struct container *c)
{
	mutex (c->m) {
		conc_barrier_wait(&each_has_one);
		c->stop << 1; /* stays */
	}
}

go_test
{
	struct container *c = new struct container {};
	spawn watch(c);
	spawn change_state(c);
	go_until_waits(1, "watch", "conc_mutex");
	go_until_waits(1, "change_state", "send");
}

int main(void) { test(); }
