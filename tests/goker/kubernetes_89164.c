// SPDX-License-Identifier: MIT
// After kubernetes#89164: a cacher's thread walks its watchers after the lock, and a test has it dispatch in turn.
#include <conc.h>
#include "../race/race.h"

monitor cacher { int watchers[4], buffered; };

static int start_dispatching(cacher * mutex c)
{
	int before = c->buffered;
	c->buffered = 0;
	return before;
}

static int dispatch(cacher *c)
{
	int walked = 0, buffered = start_dispatching(c);
	BESIDE(buffered = c->buffered;)
	for (int i = 0; i < buffered; i++) walked++;
	return walked;
}

int main(void)
{
	static cacher c = { .buffered = 2 };
	task(int) own = spawn dispatch(&c);
	int walked = 0;
	for (int i = 0; i < 3; i++) walked += join(spawn dispatch(&c));
	return walked + join(own) > 2;
}
