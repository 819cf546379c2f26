// SPDX-License-Identifier: MIT
// After a scope everything that its children did is seen, and nothing before its end.
#include <conc.h>
#include "race.h"

int x;

static void f(void) { x++; }

int main(void)
{
	scope {
		spawn f();
		conc_sleep(1ms);
		BESIDE(x++;)
	}
	x++;
}
