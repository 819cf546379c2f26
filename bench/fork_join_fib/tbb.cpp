// SPDX-License-Identifier: MIT
// libraries: -ltbb
#include <cstdlib>
#include <oneapi/tbb/task_group.h>
#include "../clock.h"

static long fib(int n)
{
	if (n < 2) return n;
	long a;
	tbb::task_group group;
	group.run([&a, n] { a = fib(n - 1); });
	long b = fib(n - 2);
	group.wait();
	return a + b;
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 20;
	fib(n - 3);
	double start = clock_ns();
	long result = fib(n);
	report((clock_ns() - start) / 1e6, result);
}
