// SPDX-License-Identifier: MIT
// After kubernetes#13058: a controller reports what it does for as long as it runs, and a test awaits three reports.
// Stops with: conc_test_assert(g->left >= 0)
#include <conc.h>
#include "../race/race.h"

enum { REPORTS = 3 };
monitor group { int left; conc_condition none; };

static void add(group * mutex g, int n)
{
	g->left += n;
	conc_test_assert(g->left >= 0);
	if (!g->left) conc_broadcast(&g->none);
}

static void wait_for_all(group * mutex g)
{
	while (g->left) conc_wait(&g->none, g);
}

static void run(group *deleted, future(int) *stop)
{
	for (ORDERED(int left = REPORTS);;) {
		ORDERED(if (left-- > 0)) add(deleted, -1);
		waituntil (*stop) return;
		or waituntil (timeout(10ms)) {}
	}
}

static void work(void) {}

int main(void)
{
	static group deleted;
	future(int) stop = {};
	ORDERED(add(&deleted, REPORTS);)
	task(void) controller = spawn run(&deleted, &stop);
	BESIDE(add(&deleted, REPORTS);)
	scope {
		for (int i = 0; i < REPORTS; i++) spawn work();
	}
	wait_for_all(&deleted);
	stop << 1;
	join(controller);
}
