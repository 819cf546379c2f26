// SPDX-License-Identifier: MIT
// After kubernetes#13135: a cacher fills its cache again and again: it takes its own lock, then the cache's. An event
// that comes in takes the cache's lock, then the cacher's. Each waits for the other one.
// In the second round a barrier lets both take their first lock before either goes on.
#include "go.h"

struct cacher { conc_mutex m, cache; struct go_group initialised; struct go_once once; };

static channel(int) stop_channel;
static conc_barrier each_has_one = { 2 };
static int rounds;

static void on_replace(struct cacher *c)
{
	go_once (&c->once) go_done(&c->initialised);
	conc_mutex_unlock(&c->m);
}

static void replace(struct cacher *c)
{
	mutex (c->cache) on_replace(c); /* stays */
}

static void start_caching(struct cacher *c)
{
	conc_mutex_lock(&c->m);
	if (rounds++) conc_barrier_wait(&each_has_one);
	replace(c);
}

static void cache_until_stopped(struct cacher *c)
{
	go_unused bool open;
	go_unused int got;
	for (;;) {
		waituntil (open = got << stop_channel) return;
		or else start_caching(c);
	}
}

static void on_event(struct cacher *c)
{
	mutex (c->m) {} /* stays */
}

static void add(struct cacher *c)
{
	mutex (c->cache) {
		conc_barrier_wait(&each_has_one);
		on_event(c);
	}
}

go_test
{
	struct cacher *c = new struct cacher {};
	go_add(&c->initialised, 1);
	spawn cache_until_stopped(c);
	go_wait(&c->initialised);
	spawn add(c);
	go_until_waits(1, "cache_until_stopped", "conc_mutex");
	go_until_waits(1, "add", "conc_mutex");
	conc_close(&stop_channel);
}

int main(void) { test(); }
