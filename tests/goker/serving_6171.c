// SPDX-License-Identifier: MIT
// After serving#6171: a thread that a thread started logs to a test that is over. The test has a lock here.
// Stops with: conc_test_assert(!t->over)
#include <conc.h>
#include "../race/race.h"

monitor test { bool over; int lines; };

static void log_error(test * mutex t)
{
	conc_test_assert(!t->over);
	t->lines++;
}

static void finish(test * mutex t) { t->over = true; }

static void check(test *t) { log_error(t); }

static void run(test *t)
{
	scope {
		spawn check(t);
	}
}

int main(void)
{
	static test t;
	task(void) watcher = spawn run(&t);
	ORDERED(join(watcher);)
	finish(&t);
	join(watcher);
}
