// SPDX-License-Identifier: MIT
// A task may have a task as its result: both are joined.
#include <conc.h>
#include <stdio.h>

static long one(int n) { return n + 1; }
static task(long) two(int n) { return spawn one(n * 2); }
static task(task(long)) three(int n) { return spawn two(n * 3); }

int main(void)
{
	task(task(long)) outer = spawn two(3);
	task(long) inner = join(outer);
	task(task(task(long))) deep = spawn three(1);
	printf("%ld %ld\n", join(inner), join(join(join(deep))));
}
