// SPDX-License-Identifier: MIT
// A receive that a wait set has told of orders as any receive does.
#include <conc.h>
#include "race.h"

int x;

static void f(channel(int) *c)
{
	ORDERED(x = 1;)
	*c << 1;
	BESIDE(x = 1;)
}

int main(void)
{
	for (int late = 0; late < 2; late++) {
		channel(int) c = { 1 }, other = { 1 };
		conc_waitset set = {};
		int got;
		conc_waitset_add(&set, &other);
		conc_waitset_add(&set, &c);
		task(void) t = spawn f(&c);
		if (late) conc_sleep(5ms);
		waituntil (int i << set) {
			if (i != 1) return 1;
		}
		got << c;
		x = got;
		join(t);
		conc_waitset_fini(&set);
	}
}
