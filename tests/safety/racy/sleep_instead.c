// SPDX-License-Identifier: MIT
// class: order
// Main sleeps for a while, and takes the work for done. Time orders nothing.
#include <conc.h>
#include <stdio.h>

static int done;

static void work(void)
{
	for (int i = 0; i < 10; i++)
		done++;	/* races */
}

int main(void)
{
	task(void) t = spawn work();

	conc_sleep(2ms);
	int seen = done;	/* races */
	join(t);
	printf("%s\n", seen <= 10 ? "done" : "too much");
}
