// SPDX-License-Identifier: MIT
// Tasks as elements: a received one moves into its target, and joins what was there.
#include <conc.h>
#include <stdio.h>

static long square(long n)
{
	conc_yield();
	return n * n;
}

int main(void)
{
	channel(task(long)) c = {2};
	task(long) t = spawn square(3), u = spawn square(4), w[2] = {0};
	bool ok;
	c << t;
	waituntil (ok = u << c) { printf("%d\n", ok); }
	c << spawn square(5);
	waituntil (w[1] << c) { printf("%ld\n", join(w[1])); }
	printf("%ld\n", join(u));
	return 0;
}
