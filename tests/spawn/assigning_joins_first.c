// SPDX-License-Identifier: MIT
// Moving over a task that was not joined joins it; so does the end of its scope.
#include <conc.h>
#include <stdio.h>

static int ended[4];

static int work(int n)
{
	for (int i = 0; i < 20; i++) conc_yield();
	ended[n] = 1;
	return n;
}

int main(void)
{
	{
		task(int) t = spawn work(1);
		t = spawn work(2);
		printf("%d\n", ended[1]);
		task(int) u = spawn work(3);
		t = u;
		printf("%d\n", ended[2]);
	}
	printf("%d\n", ended[3]);
}
