// SPDX-License-Identifier: MIT
// A task moves: into another, into a function, out of one; the source is then none.
#include <conc.h>
#include <stdio.h>

static int id(int n) { return n; }
static int finish(task(int) t) { return join(t) * 10; }
static task(int) start(int n)
{
	task(int) t = spawn id(n);
	return t;
}

int main(void)
{
	task(int) a = spawn id(1), b = {0};
	b = a;
	printf("%d\n", join(b));
	b = spawn id(2);
	printf("%d\n", finish(b));
	task(int) c = start(3), d = c;
	printf("%d\n", join(d));
	c = start(4);
	printf("%d %d\n", join(c), join(start(5)));
}
