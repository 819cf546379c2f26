/* SPDX-License-Identifier: MIT */
/* main changes the number of processors while workers go to sleep: they must not take the program
 * for blocked. */
#include <stdio.h>
#include <stdlib.h>

#include "conc.h"
#include "conc/abi.h"

static void spin(int rounds)
{
	for (volatile int i = 0; i < rounds; i++)
		;
}
CONC_TASK_TYPE_VOID(task);
CONC_SPAWN1_VOID(spawn_spin, task, spin, int);

int main(void)
{
	const char *seconds = getenv("STRESS_SECONDS");
	uint64_t until = conc_now() + (uint64_t)CONC_S(seconds ? atoi(seconds) : 2);

	for (int i = 0; conc_now() < until; i++) {
		conc_processors(4);
		task t = spawn_spin(CONC_HERE, i % 300);
		spin(i % 1000);
		conc_processors(1);
		task_end(&t);
	}
	puts("ok processors");
	return 0;
}
