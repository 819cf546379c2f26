// SPDX-License-Identifier: MIT
// fork and join all the way down.
#include <conc.h>
#include <stdio.h>

static long fib(int n)
{
	if (n < 2) return n;
	task(long) a = spawn fib(n - 1);
	long b = fib(n - 2);
	return join(a) + b;
}

int main(void)
{
	printf("%ld\n", fib(18));
}
