// SPDX-License-Identifier: MIT
// Each clause orders as the operation it stands for, the one that was not chosen not at all.
#include <conc.h>
#include "race.h"

int x, y;

static void f(channel(int) *c, future(int) *unused)
{
	x = 1;
	*c << 1;
	y = 1;
	*unused << 1;
}

int main(void)
{
	for (int late = 0; late < 2; late++) {
		channel(int) c = {};
		future(int) done = {};
		int got;
		task(void) t = spawn f(&c, &done);
		if (late) conc_sleep(5ms);
		waituntil (got << c) x = 2;
		or waituntil (got << done) y = 2;
		BESIDE(y = 2;)
		waituntil (got << done) y = 3;
		waituntil (t) x = 3;
	}
}
