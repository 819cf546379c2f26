// SPDX-License-Identifier: MIT
#include <conc.h>

long fib(int n);

long fib(int n)
{
	if (n < 2) return n;
	task(long) a = spawn fib(n - 1);
	long b = fib(n - 2);
	return join(a) + b;
}

struct jobs { task(long) first; long (*make)(int); };

void f(struct jobs *j, task(long) t);

void f(struct jobs *j, task(long) t)
{
	spawn fib(3);
	j->first = spawn j->make(4);
	task(long) u = t;
	t = u;
}
