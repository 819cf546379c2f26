// SPDX-License-Identifier: MIT
// After serving#4908: a thread that nobody waits for logs to a test, which is marked as over when it returns.
#include <conc.h>
#include "../race/race.h"

struct test { bool over; int lines; };
struct watcher { struct test *log; };

static void info(struct test *t)
{
	if (!t->over) t->lines++;
}

static void check(struct watcher *w) { info(w->log); }

static void run(struct watcher *w, task(void) *started)
{
	*started = spawn check(w);
}

int main(void)
{
	static struct test t;
	static struct watcher w = { &t };
	static task(void) checker;
	join(spawn run(&w, &checker));
	ORDERED(join(checker);)
	t.over = true;
	join(checker);
}
