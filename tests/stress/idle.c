/* SPDX-License-Identifier: MIT */
/* An idle program uses no CPU: also with threads parked, kernel threads in blocking
 * sections and one timer far away. */
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

#include "conc/abi.h"

CONC_TASK_TYPE_VOID(task_void);

static void nap(void)
{
	conc_sleep(CONC_MS(1600));
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

int main(void)
{
	task_void tasks[100];
	long before, after, woken;

	for (int i = 0; i < 100; i++)
		tasks[i] = spawn_nap(CONC_HERE);
	conc_sleep(CONC_MS(500)); /* all are asleep, the watchdog has calmed down */
	before = cpu_us();
	woken = switches();
	conc_sleep(CONC_MS(1000));
	after = cpu_us();
	woken = switches() - woken;
	for (int i = 0; i < 100; i++)
		task_void_end(&tasks[i]);
	if (after - before > 5000 || woken > 40) {
		fprintf(stderr, "idle for 1 s: %ld us of CPU, woken %ld times\n", after - before, woken);
		return 1;
	}
	puts("ok idle");
	return 0;
}
