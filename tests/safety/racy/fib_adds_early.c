// SPDX-License-Identifier: MIT
// class: order
// Each call computes the first number in a task, and adds both before it has joined that task.
// After DataRaceBench 106.
#include <conc.h>
#include <stdio.h>

static void fib(int n, int *result)
{
	int a = 0, b = 0;

	if (n < 2) {
		*result = n;	/* races */
		return;
	}
	task(void) first = spawn fib(n - 1, &a);
	fib(n - 2, &b);
	*result = a + b;	/* races */
	join(first);
}

int main(void)
{
	int n = 0;

	fib(6, &n);
	printf("%s\n", n <= 8 ? "added" : "too much");
}
