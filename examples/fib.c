// SPDX-License-Identifier: MIT
// Fibonacci numbers the slow way: each call gives half of its work to another user thread.
#include <conc.h>
#include <stdio.h>
#include <stdlib.h>

long fib(int n)
{
	if (n < 2) return n;
	task(long) a = spawn fib(n - 1);
	long b = fib(n - 2);
	return join(a) + b;
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 20;
	printf("fib(%d) = %ld\n", n, fib(n));
}
