// SPDX-License-Identifier: MIT
// class: lock
// Two clerks count the same visitors, each under a lock of his own.
// After SCTBench CS.wronglock.
#include <conc.h>
#include <stdio.h>

static conc_mutex east_lock, west_lock;
static int visitors;

static void east_gate(void)
{
	for (int i = 0; i < 20; i++)
		mutex (east_lock) visitors++;	/* races */
}

static void west_gate(void)
{
	for (int i = 0; i < 20; i++)
		mutex (west_lock) visitors++;	/* races */
}

int main(void)
{
	{
		task(void) east = spawn east_gate(), west = spawn west_gate();
	}
	printf("%s\n", visitors <= 40 ? "counted" : "too many");
}
