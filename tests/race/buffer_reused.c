// SPDX-License-Identifier: MIT
// A send through a buffer of n comes after the receive n elements before: n + 2 parcels are enough,
// n + 1 are not, since the last one that was received may still be read.
#include <conc.h>
#include "race.h"

enum { N = 4, PARCELS = N + 1 ORDERED(+1) };
static int parcel[PARCELS];

static void f(channel(int *) *c)
{
	for (int i = 0; i < 200; i++) {
		int *p = &parcel[i % PARCELS];
		*p = i;
		*c << p;
	}
	conc_close(c);
}

int main(void)
{
	channel(int *) c = { N };
	task(void) t = spawn f(&c);
	int *p, sum = 0;
	while (p << c) {
		conc_sleep(100us);
		sum += *p;
	}
	join(t);
	return sum < 0;
}
