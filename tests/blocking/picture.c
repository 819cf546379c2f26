// SPDX-License-Identifier: MIT
#include <conc.h>
#include <unistd.h>

int f(int n);

int f(int n)
{
	blocking { usleep(1); }
	for (;;)
		blocking {
			if (n++) break;
		}
	conc_sleep(10ms);
	return n;
}
