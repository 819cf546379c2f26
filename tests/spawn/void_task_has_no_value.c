// SPDX-License-Identifier: MIT
// What a task is not: a value, a number, something to test.
#include <conc.h>
static void nothing(void) { }
static int one(void) { return 1; }
int f(void)
{
	task(void) v = spawn nothing();
	int n = join(v);
	task(int) t = spawn one(), u = 0;
	if (t) n++;
	n += t + u;
	join(t, u);
	spawn unknown(1);
	return n;
}
