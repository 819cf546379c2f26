/* SPDX-License-Identifier: MIT */
/* An idle program uses no CPU, also with threads parked and a timer set. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

#include "conc/abi.h"

CONC_TASK_TYPE_VOID(task_void);

static conc_semaphore end;

static void nap(void)
{
	conc_semaphore_wait(&end);
}
CONC_SPAWN0_VOID(spawn_nap, task_void, nap);

static long cpu_us(void)
{
	struct rusage u;

	getrusage(RUSAGE_SELF, &u);
	return (u.ru_utime.tv_sec + u.ru_stime.tv_sec) * 1000000 + u.ru_utime.tv_usec + u.ru_stime.tv_usec;
}

static long switches(void)
{
	struct rusage u;

	getrusage(RUSAGE_SELF, &u);
	return u.ru_nvcsw;
}

/* Is the program idle for a second? On a busy machine it comes to rest later. */
static bool rests(void)
{
	long before = cpu_us(), woken = switches();

	conc_sleep(CONC_MS(1000));
	before = cpu_us() - before;
	woken = switches() - woken;
	if (before <= 5000 && woken <= 40)
		return true;
	fprintf(stderr, "idle for 1 s: %ld us of CPU, woken %ld times\n", before, woken);
	return false;
}

int main(void)
{
	task_void tasks[100];
	int tries = 30;

	for (int i = 0; i < 100; i++)
		tasks[i] = spawn_nap(CONC_HERE);
	conc_sleep(CONC_MS(500)); /* all are asleep, the watchdog has calmed down */
	while (!rests())
		if (--tries == 0)
			return 1;
	for (int i = 0; i < 100; i++)
		conc_semaphore_post(&end);
	for (int i = 0; i < 100; i++)
		task_void_end(&tasks[i]);
	puts("ok idle");
	return 0;
}
