// SPDX-License-Identifier: MIT
// Who comes second sees what the function did; nothing orders the second with the third.
#include <conc.h>
#include "race.h"

int x, y;
static conc_once once;

static void init(void *unused)
{
	(void)unused;
	x = 1;
	conc_yield();
}

static int f(void)
{
	conc_once_call(&once, init, NULL);
	BESIDE(y++;)
	return x;
}

int main(void)
{
	task(int) t = spawn f(), u = spawn f();
	return join(t) + join(u) != 2;
}
