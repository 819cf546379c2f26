// SPDX-License-Identifier: MIT
// That a timeout has passed orders nothing.
#include <conc.h>
#include "race.h"

int x;

static void f(void) { x = 1; }

int main(void)
{
	channel(int) never = {};
	int got;
	task(void) t = spawn f();
	waituntil (got << never) {}
	or waituntil (timeout(20ms)) {
		ORDERED(join(t);)
		x = 2;
		BESIDE(join(t);)
	}
}
