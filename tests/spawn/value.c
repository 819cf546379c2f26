// SPDX-License-Identifier: MIT
// spawn yields a task, join its value; arguments are evaluated by the spawner, in its order.
#include <conc.h>
#include <stdio.h>

static int calls;

static int next(void) { return ++calls; }
static long twice(int n) { return 2L * n; }

int main(void)
{
	task(long) t = spawn twice(next());
	printf("%d ", calls);
	task(long) u = spawn twice(next());
	printf("%d\n", calls);
	printf("%ld %ld\n", join(u), join(t));
	printf("%ld\n", join(spawn twice(21)));
}
