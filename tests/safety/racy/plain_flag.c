// SPDX-License-Identifier: MIT
// class: publish
// A thread spins on a plain flag until the data are ready.
// After DataRaceBench 074.
#include <conc.h>
#include <stdio.h>

static int data;
static bool ready;

static void produce(void)
{
	data = 42;	/* races */
	ready = true;	/* races */
}

int main(void)
{
	task(void) t = spawn produce();

	for (int i = 0; i < 10000 && !ready; i++)	/* races */
		conc_yield();
	int seen = data;	/* races */
	join(t);
	printf("%s\n", seen == 42 || !seen ? "seen" : "torn");
}
