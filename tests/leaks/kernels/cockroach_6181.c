// SPDX-License-Identifier: MIT
// After cockroach#6181: three threads look up a range. Each prints the cache under its lock for reading, and printing
// locks it for reading again; then each locks it for writing. One thread waits to write while the others are readers,
// these wait behind it for their second lock, and a fourth one waits for all three.
// All three have become readers before the last of them goes on; the others go on when a writer waits.
#include "go.h"

enum { LOOKUPS = 3 };

struct cache { conc_rw_lock lock; };

static conc_barrier all_read = { LOOKUPS };

static const char *describe(struct cache *c)
{
	mutex (conc_reading(&c->lock)) return "cache"; /* stays */
}

static void look_up(struct cache *c, struct go_group *lookups)
{
	char text[16];
	mutex (conc_reading(&c->lock)) {
		if (!conc_barrier_wait(&all_read)) {
			while (conc_rw_lock_try_read_lock(&c->lock)) {
				conc_rw_lock_read_unlock(&c->lock);
				conc_yield();
			}
		}
		snprintf(text, sizeof text, "%s", describe(c));
	}
	mutex (c->lock) {} /* stays */
	go_done(lookups);
}

static void test_coalesced_requests(void)
{
	struct cache *c = new struct cache {};
	struct go_group *lookups = new struct go_group {};
	go_add(lookups, LOOKUPS);
	for (int i = 0; i < LOOKUPS; i++) spawn look_up(c, lookups);
	go_wait(lookups); /* stays */
}

go_test
{
	spawn test_coalesced_requests();
	go_until_waits(3, "look_up", "conc_rw_lock");
	go_until_waits(1, "test_coalesced_requests", "conc_condition");
}

int main(void) { test(); }
