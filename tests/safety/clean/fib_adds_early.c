// SPDX-License-Identifier: MIT
// class: order
// Each call computes the first number in a task, joins it, and adds both.
// After DataRaceBench 105.
#include <conc.h>
#include <stdio.h>

static void fib(int n, int *result)
{
	int a, b;

	if (n < 2) {
		*result = n;
		return;
	}
	task(void) first = spawn fib(n - 1, &a);
	fib(n - 2, &b);
	join(first);
	*result = a + b;
}

int main(void)
{
	int n;

	fib(6, &n);
	printf("%d\n", n);
	return n != 8;
}
