// SPDX-License-Identifier: MIT
// After kubernetes#77796: watchers are gathered under the lock, and walked after it.
#include <conc.h>
#include "../race/race.h"

monitor cacher { int watchers[4], count; };

static void start_dispatching(cacher * mutex c) { c->watchers[c->count++ % 4] = 1; }

static int walk(const cacher *c)
{
	int sum = 0;
	for (int i = 0; i < c->count && i < 4; i++) sum += c->watchers[i];
	return sum;
}

static int dispatch(cacher *c)
{
	start_dispatching(c);
	ORDERED(mutex (c)) return walk(c);
}

int main(void)
{
	cacher c = {};
	task(int) t = spawn dispatch(&c), u = spawn dispatch(&c);
	return join(t) + join(u) < 2;
}
