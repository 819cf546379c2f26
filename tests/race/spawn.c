// SPDX-License-Identifier: MIT
// Who is spawned sees what its spawner did before, and not what it does after.
#include <conc.h>
#include "race.h"

int x;

static int f(void) { return x++; }

int main(void)
{
	x = 1;
	task(int) t = spawn f();
	BESIDE(x = 2;)
	return join(t) ? 0 : 1;
}
