// SPDX-License-Identifier: MIT
// Who is lent the lock sees what the lender did before, and the lender what that one did until it gave the lock up.
#include <conc.h>
#include "race.h"

static int waits;
int x, y;
static conc_mutex m;
static conc_condition c;

static void f(void)
{
	mutex (m) {
		waits = 1;
		conc_wait(&c, &m);
		y = x;
		ORDERED(x = 1;)
	}
	BESIDE(x = 1;)
}

int main(void)
{
	task(void) t = spawn f();
	for (int seen = 0; !seen; conc_yield()) mutex (m) seen = waits;
	x = 2;
	mutex (m) {
		conc_signal_block(&c, &m);
		x = 3;
	}
	join(t);
	return y != 2;
}
