/* SPDX-License-Identifier: MIT */
/* 100 000 threads that are alive and parked take less than 1 GiB; when they have ended,
 * most of their memory is given back. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "conc/abi.h"
#include "kernel/thread.h"

#if defined(__SANITIZE_THREAD__) /* it has 8128 at most */
#define MANY 5000
#else
#define MANY 100000
#endif

CONC_TASK_TYPE_VOID(task_void);

static struct conc_thread *parked[MANY];
static int waiting;

static void wait_here(int i)
{
	__atomic_store_n(&parked[i], conc_self(), __ATOMIC_RELEASE);
	__atomic_fetch_add(&waiting, 1, __ATOMIC_RELEASE);
	conc_thread_park(conc_self());
}
CONC_SPAWN1_VOID(spawn_wait_here, task_void, wait_here, int);

static long resident_mib(void)
{
	long pages = 0, unused;
	FILE *file = fopen("/proc/self/statm", "r");

	if (!file || fscanf(file, "%ld %ld", &unused, &pages) != 2)
		abort();
	fclose(file);
	return pages * sysconf(_SC_PAGESIZE) >> 20;
}

int main(void)
{
	static task_void tasks[MANY];
	uint64_t t0 = conc_now(), t1, t2;
	long full, after;

	for (int i = 0; i < MANY; i++)
		tasks[i] = spawn_wait_here(CONC_HERE, i);
	while (__atomic_load_n(&waiting, __ATOMIC_ACQUIRE) != MANY)
		conc_yield();
	full = resident_mib();
	t1 = conc_now();
	for (int i = 0; i < MANY; i++)
		conc_thread_unpark(parked[i]);
	for (int i = 0; i < MANY; i++)
		task_void_end(&tasks[i]);
	t2 = conc_now();
	after = resident_mib();
	printf("%ld MiB parked, %ld MiB after; %.0f ns to create, %.0f ns to end each\n", full, after,
		(double)(t1 - t0) / MANY, (double)(t2 - t1) / MANY);
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
	full = after = 0;
#endif
	printf("%sok many\n", full >= 1024 || after > full / 2 ? "not " : "");
	return 0;
}
