// SPDX-License-Identifier: MIT
// After moby#29733: a thread waits until a plugin is active. Whoever handles the plugins never signals that, so the
// thread waits for ever, and main waits for the thread.
#include "go.h"

struct plugin { conc_mutex m; conc_condition changed; bool active; };

static struct plugin plugin;
static conc_mutex handlers;

static void wait_active(struct plugin *p)
{
	mutex (p->m)
		while (!p->active) conc_wait(&p->changed, &p->m); /* stays */
}

static void handle(struct plugin *p)
{
	mutex (handlers) p->active = false;
}

static void test(struct plugin *p, channel(int) *done)
{
	wait_active(p);
	conc_close(done);
}

static void test_active(struct plugin *p)
{
	channel(int) *done = new channel(int) {};
	int got;
	spawn test(p, done);
	(void)(got << *done); /* stays */
}

int main(void)
{
	test_active(&plugin);
	handle(&plugin);
	test_active(&plugin);
}
