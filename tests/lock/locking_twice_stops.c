// SPDX-License-Identifier: MIT
// A conc_mutex is not re-entrant: its holder stops the program instead of waiting for ever.
#include <conc.h>
#include <stdio.h>

int main(void)
{
	conc_mutex m = {0};
	mutex (m)
		mutex (m) puts("not reached");
}
