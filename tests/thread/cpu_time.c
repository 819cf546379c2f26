// SPDX-License-Identifier: MIT
// schedules: no (it compares with the kernel's count, which a seed does not rule)
// What a thread computes counts for it alone: not what others do, not sleeping, not blocking, not what its joiner runs inline.
#include <conc.h>
#include <pthread.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

enum { SLACK = 5000000 };	// runs shorter than 100 us count by the wall clock

// CPU time of the kernel thread; meaningful while the thread does not switch.
static conc_duration clock_of_kernel(void)
{
	struct timespec t;
	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return t.tv_sec * CONC_S(1) + t.tv_nsec;
}

static void burn(conc_duration d)
{
	for (conc_duration until = clock_of_kernel() + d; clock_of_kernel() < until;) { }
}

static int is_between(conc_duration low, conc_duration value, conc_duration high)
{
	if (low - SLACK <= value && value <= high + SLACK) return 1;
	printf("%lld is not between %lld and %lld\n", (long long)value, (long long)low, (long long)high);
	return 0;
}

// 1: counted as the kernel counts
static int computes(int yields)
{
	conc_duration outer = clock_of_kernel(), before = conc_cpu_time(), inner = clock_of_kernel(), used;
	burn(30ms);
	inner = clock_of_kernel() - inner;
	used = conc_cpu_time() - before;
	outer = clock_of_kernel() - outer;
	for (int i = 0; i < yields; i++) conc_yield();
	return is_between(inner, used, outer);
}

static void burns(void) { burn(30ms); }

static int waits(int how)
{
	conc_duration before = conc_cpu_time();
	if (how == 0) conc_sleep(30ms);
	if (how == 1) blocking { usleep(30000); }
	if (how == 2) { conc_pin(); conc_sleep(30ms); conc_unpin(); }
	if (how == 3) { task(void) t = spawn burns(); join(t); }	// perhaps inline
	if (how == 4) { task(void) t = spawn burns(); conc_yield(); join(t); }
	return is_between(0, conc_cpu_time() - before, 0);
}

static void *foreign(void *result)
{
	*(int *)result = computes(0);
	return NULL;
}

int main(void)
{
	int ok = 0, of_foreign = 0;
	pthread_t kernel;
	task(int) t[3];
	conc_duration at_first = conc_cpu_time();
	ok += at_first == 0;
	for (int i = 0; i < 3; i++) t[i] = spawn computes(i * 10);
	for (int i = 0; i < 3; i++) ok += join(t[i]);
	for (int how = 0; how < 5; how++) ok += waits(how);
	pthread_create(&kernel, NULL, foreign, &of_foreign);
	blocking { pthread_join(kernel, NULL); }
	printf("%d\n", ok + of_foreign);
}
