// SPDX-License-Identifier: MIT
// After moby#25384: plugins are initialised by a thread each. The loop that starts them waits for all of them in its
// first round, when only one has been started, and waits for ever.
#include "go.h"

enum { PLUGINS = 2 };

static void init_plugin(struct go_group *g)
{
	go_done(g);
}

static void init_all(void)
{
	struct go_group *g = new struct go_group {};
	go_add(g, PLUGINS);
	for (int i = 0; i < PLUGINS; i++) {
		spawn init_plugin(g);
		go_wait(g); /* stays */
	}
}

go_test
{
	spawn init_all();
	go_until_waits(1, "init_all", "conc_condition");
	go_until_left(1);
}

int main(void) { test(); }
