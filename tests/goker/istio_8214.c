// SPDX-License-Identifier: MIT
// After istio#8214: statistics are counted by an atomic operation, and read by none.
#include <conc.h>
#include "../race/race.h"

struct cache { long writes; };

static long check(struct cache *c)
{
	__atomic_fetch_add(&c->writes, 1, __ATOMIC_RELAXED);
	return BESIDE(c->writes) ORDERED(__atomic_load_n(&c->writes, __ATOMIC_RELAXED));
}

int main(void)
{
	struct cache c = {};
	task(long) t = spawn check(&c), u = spawn check(&c);
	return join(t) + join(u) < 3;
}
