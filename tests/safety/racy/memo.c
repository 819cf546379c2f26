// SPDX-License-Identifier: MIT
// class: shared
// A function remembers its results in a static table. It asks the table and fills it without a lock.
#include <conc.h>
#include <stdio.h>

static long fib(int n)
{
	static long known[40];

	if (n < 2)
		return n;
	if (!known[n])	/* races */
		known[n] = fib(n - 1) + fib(n - 2);	/* races */
	return known[n];	/* races */
}

int main(void)
{
	task(long) a = spawn fib(30), b = spawn fib(35);

	printf("%ld\n", join(a) + join(b));
}
