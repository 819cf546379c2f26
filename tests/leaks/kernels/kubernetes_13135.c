// SPDX-License-Identifier: MIT
// After kubernetes#13135: a cacher fills its cache again and again: it takes its own lock, then the cache's. An event
// that comes in takes the cache's lock, then the cacher's. Each waits for the other one.
// In the second round a barrier lets both take their first lock before either goes on.
#include "go.h"

static conc_mutex cacher, cache;
static struct go_group initialised;
static struct go_once once;
static channel(int) stop_channel;
static conc_barrier each_has_one = { 2 };
static int rounds;

static void on_replace(void)
{
	go_once (&once) go_done(&initialised);
	conc_mutex_unlock(&cacher);
}

static void replace(void)
{
	mutex (cache) on_replace(); /* stays */
}

static void start_caching(void)
{
	conc_mutex_lock(&cacher);
	if (rounds++) conc_barrier_wait(&each_has_one);
	replace();
}

static void cache_until_stopped(void)
{
	go_unused bool open;
	go_unused int got;
	for (;;) {
		waituntil (open = got << stop_channel) return;
		or else start_caching();
	}
}

static void on_event(void)
{
	mutex (cacher) {} /* stays */
}

static void add(void)
{
	mutex (cache) {
		conc_barrier_wait(&each_has_one);
		on_event();
	}
}

int main(void)
{
	go_add(&initialised, 1);
	spawn cache_until_stopped();
	go_wait(&initialised);
	spawn add();
	go_until_waits(1, "cache_until_stopped", "conc_mutex");
	go_until_waits(1, "add", "conc_mutex");
	conc_close(&stop_channel);
}
