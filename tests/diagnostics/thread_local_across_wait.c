// SPDX-License-Identifier: MIT
// flags: -Werror
// A use of a _Thread_local across a blocking operation is a warning, with -Werror an error.
#include <conc.h>

static _Thread_local int mine;
static conc_mutex m;

int f(void)
{
	mine = 3;
	conc_sleep(10ms);
	return mine;
}

int g(int n)
{
	while (n--)
		mutex (m) mine++;
	return n;
}
