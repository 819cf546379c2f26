// SPDX-License-Identifier: MIT
// Shifts of integers, and 'channel' and 'future' as names, stay what they are.
#include <conc.h>
#include <stdio.h>

struct future { int channel; };
static int channel(int future) { return future << 1; }

int main(void)
{
	struct future f = {3};
	_Conc_channel(int) c = {1};
	unsigned long bits = 1UL << 40 | 1u << f.channel;
	int x;
	c << (1 << 0);
	x << c;
	printf("%lx %d %d\n", bits >> 3 << 1, channel(4) << x, 1 << (x << 2));
}
