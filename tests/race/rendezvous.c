// SPDX-License-Identifier: MIT
// Without a buffer a send and its receive order both ways: each sees what the other did before.
#include <conc.h>
#include "race.h"

int x, y;

static void f(channel(int) *c)
{
	x = 1;
	*c << 1;
	y++;
	BESIDE(x++;)
}

int main(void)
{
	channel(int) c = {};
	for (int late = 0; late < 2; late++) {
		task(void) t = spawn f(&c);
		if (late) conc_sleep(5ms);
		int got;
		y = 2;
		got << c;
		x += got;
		join(t);
	}
}
