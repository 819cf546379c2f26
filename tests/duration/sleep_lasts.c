// SPDX-License-Identifier: MIT
// conc_sleep lasts at least as long as asked, and not much longer; sleepers do not add up.
#include <conc.h>
#include <stdio.h>

thread sleeper { int unused; };

void main(sleeper *self)
{
	(void)self;
	conc_sleep(30ms);
}

int main(void)
{
	uint64_t start = conc_now();
	{
		sleeper s[100] = {0};
	}
	uint64_t took = conc_now() - start;
	printf("%d %d\n", took >= 30000000, took < 2500000000);
	conc_sleep(0s);
	conc_sleep(-1s);
}
