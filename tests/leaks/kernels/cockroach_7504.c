// SPDX-License-Identifier: MIT
// After cockroach#7504: one thread takes the lock of the cache of names, then a lease's; another takes the lease's,
// then the cache's. Each waits for the other one's, and main waits for both.
// A barrier lets both take their first lock before either goes on.
#include "go.h"

struct lease { conc_mutex m; int id; };
struct cache { conc_mutex m; struct lease *leases[2]; };
struct table { conc_mutex m; struct cache *names; struct lease *active[2]; };

static struct lease leases[2] = { { .id = 0 }, { .id = 1 } };
static struct cache names = { .leases = { &leases[0], &leases[1] } };
static struct table table = { .names = &names, .active = { &leases[0], &leases[1] } };
static struct go_group group;
static conc_barrier each_has_one = { 2 };

static void get(struct cache *c, int id)
{
	mutex (c->m) {
		struct lease *l = c->leases[id];
		if (!l) return;
		conc_barrier_wait(&each_has_one);
		mutex (l->m) {} /* stays */
	}
}

static void forget(struct cache *c, struct lease *l)
{
	mutex (c->m) c->leases[l->id] = NULL; /* stays */
}

static void release_lease(struct table *t, int id)
{
	mutex (t->m) {
		struct lease *l = t->active[id];
		mutex (l->m) {
			conc_barrier_wait(&each_has_one);
			t->active[id] = NULL;
			forget(t->names, l);
		}
	}
}

static void acquire_by_name(void)
{
	get(&names, 0);
	go_done(&group);
}

static void release_it(void)
{
	release_lease(&table, 0);
	go_done(&group);
}

int main(void)
{
	go_add(&group, 2);
	spawn acquire_by_name();
	spawn release_it();
	go_wait(&group); /* stays */
}
