// SPDX-License-Identifier: MIT
// flags: -Wno-shadow
// Channels, futures, tasks and waituntil with names that mean something else at file scope.
#include <conc.h>
#include <stdio.h>

typedef int t;
enum { N = 1 };
channel(t) c = { N };
future(t) f;
int x = 100;
static int seven(void) { return 7; }
static double half(void) { return .5; }
task(int) done;

int main(void)
{
	enum { N = 3 };
	typedef double t;
	channel(int) three = { N };
	three << 1, three << 2, three << 3;
	done = spawn seven();
	c << 4;
	{
		channel(t) c = { 1 };
		future(t) f = {};
		task(t) done = spawn half();
		t x = 0, y;
		c << 1.5;
		f << 2.5;
		waituntil (x << c) y = x;
		y << f;
		printf("%g %g %g\n", x, y, join(done));
	}
	f << 6;
	int y, z;
	y << c;
	z << f;
	printf("%d %d %d %d\n", y, z, join(done), x);
	int timeout_ms = 1, index = 2, out[3] = {0};
	c << 8;
	waituntil (out[index] << c) printf("%d %d\n", out[2], timeout_ms);
	or waituntil (timeout(3s)) puts("late");
}
