// SPDX-License-Identifier: MIT
// After kubernetes#49404: a test looks whether its handler was called, while a server still calls it.
#include <conc.h>
#include "../race/race.h"

struct server { void (*handler)(bool *called); };

static void set(bool *called) { *called = true; }

static void serve_connection(struct server *s, bool *called) { s->handler(called); }

static void serve(struct server *s, bool *called)
{
	scope {
		spawn serve_connection(s, called);
	}
}

int main(void)
{
	static struct server s = { set };
	static bool called;
	task(void) server = spawn serve(&s, &called);
	ORDERED(join(server);)
	bool seen = called;
	join(server);
	return seen && !called;
}
