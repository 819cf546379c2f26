// SPDX-License-Identifier: MIT
// Who reads a future sees what was done before it was fulfilled, and not what was done after.
#include <conc.h>
#include "race.h"

int x;

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
		int got;
		task(void) t = spawn f(&value);
		if (late) conc_sleep(5ms);
		got << value;
		x = got;
		join(t);
	}
}
