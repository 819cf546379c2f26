// SPDX-License-Identifier: MIT
// A function without a result gives a task(void).
#include <conc.h>
#include <stdio.h>

static void store(int *to, int n) { *to = n; }

int main(void)
{
	int a = 0, b = 0;
	task(void) t = spawn store(&a, 5);
	{
		task(void) u = spawn store(&b, 6);
	}
	printf("%d ", b);
	join(t);
	printf("%d\n", a);
}
