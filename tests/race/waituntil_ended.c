// SPDX-License-Identifier: MIT
// A clause for the end of a thread that has ended before the statement.
#include <conc.h>
#include "race.h"

int x, y;

static void f(future(int) *done)
{
	x = 1;
	*done << 1;
	y = 1;
}

int main(void)
{
	future(int) done = {};
	task(void) t = spawn f(&done);
	conc_sleep(5ms);
	BESIDE(y = 2;)
	waituntil (t) {}
	x = 2;
	ORDERED(y = 2;)
}
