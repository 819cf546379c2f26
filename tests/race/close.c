// SPDX-License-Identifier: MIT
// Who finds a channel closed sees what was done before it was closed, and not what was done after.
#include <conc.h>
#include "race.h"

int x;

static void f(channel(int) *c)
{
	ORDERED(x = 1;)
	conc_close(c);
	BESIDE(x = 1;)
}

int main(void)
{
	for (int late = 0; late < 2; late++) {
		channel(int) c = { late };
		int got;
		task(void) t = spawn f(&c);
		if (late) conc_sleep(5ms);
		while (got << c);
		x = 2;
		join(t);
	}
}
