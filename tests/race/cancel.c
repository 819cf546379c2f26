// SPDX-License-Identifier: MIT
// Who learns that it was cancelled sees what the canceller did before, and not what it did after.
#include <conc.h>
#include "race.h"

int x;

static void f(void)
{
	while (!conc_cancelled()) conc_sleep(1ms);
	x = 1;
}

int main(void)
{
	task(void) t = spawn f();
	ORDERED(x = 2;)
	conc_cancel(t);
	BESIDE(x = 2;)
	join(t);
}
