#line 1 "picture.c"
// SPDX-License-Identifier: MIT
#include <conc.h>
#include <unistd.h>

int f(int n);

int f(int n)
{
	{ CONC_BLOCKING(1); { usleep(1); } }
	for (;;)
		{ CONC_BLOCKING(2); {
			if (n++) break;
		} }
	conc_sleep(CONC_NS(10000000));
	return n;
}
