// SPDX-License-Identifier: MIT
// Who is told of a future or a task by a wait set sees what was done before that was fulfilled or had ended, without
// reading it, and not what was done after.
#include <conc.h>
#include "race.h"

int x, y;

static void g(void) { y = 1; }

static void f(future(int) *value)
{
	ORDERED(x = 1;)
	*value << 1;
	BESIDE(x = 1;)
}

int main(void)
{
	for (int late = 0; late < 2; late++) {
		future(int) value = {};
		conc_waitset set = {};
		int told = 0;
		task(void) t = spawn f(&value), u = spawn g();
		conc_waitset_add(&set, &value);
		conc_waitset_add(&set, u);
		if (late) conc_sleep(5ms);
		while (conc_waitset_count(&set)) {
			int i;
			i << set;
			if (i) y = 2;
			else x = 2;
			told++;
		}
		join(t);
		if (told != 2) return 1;
	}
}
