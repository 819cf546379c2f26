// SPDX-License-Identifier: MIT
// After moby#30408: a plugin whose activation has failed has no manifest, and therefore does not count as activated. A
// thread waits until it is, for ever, and main waits for the thread.
#include "go.h"

struct manifest { int implements; };
struct plugin { conc_mutex m; conc_condition changed; int error; struct manifest *manifest; };

static struct plugin plugin = { .error = 1 };

static bool activated(const struct plugin *p) { return p->manifest != NULL; }

static int wait_active(struct plugin *p)
{
	mutex (p->m)
		while (!activated(p)) conc_wait(&p->changed, &p->m); /* stays */
	return p->error;
}

static void test(struct plugin *p, channel(int) *done)
{
	wait_active(p);
	conc_close(done);
}

int main(void)
{
	channel(int) *done = new channel(int) {};
	int got;
	spawn test(&plugin, done);
	(void)(got << *done); /* stays */
}
