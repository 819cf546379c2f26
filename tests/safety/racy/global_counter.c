// SPDX-License-Identifier: MIT
// class: shared
// Two spawned functions add to a global variable.
// After SCTBench CS.account, without its lock.
#include <conc.h>
#include <stdio.h>

static long sold;

static void sell(int n)
{
	for (int i = 0; i < n; i++)
		sold++;	/* races */
}

int main(void)
{
	{
		task(void) day = spawn sell(100), night = spawn sell(50);
	}
	printf("%s\n", sold <= 150 ? "sold" : "too many");
}
