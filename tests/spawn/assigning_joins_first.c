// SPDX-License-Identifier: MIT
// Moving over a task that was not joined joins it first; a scope's end joins too.
#include <conc.h>
#include <stdio.h>

static int log_[4], logged;

static int work(int n)
{
	for (int i = 0; i < 20; i++) conc_yield();
	log_[logged++] = n;
	return n;
}

int main(void)
{
	{
		task(int) t = spawn work(1);
		t = spawn work(2);
		t = spawn work(3);
	}
	printf("%d %d %d %d\n", logged, log_[0], log_[1], log_[2]);
}
