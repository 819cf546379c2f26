/* SPDX-License-Identifier: MIT */
/* Kernel threads: workers, blocking sections, pinned threads, the watchdog, timers. */
#include "scenario.h"

static void burn(long microseconds)
{
	uint64_t until = (uint64_t)(conc_now() + CONC_US(microseconds));

	while (conc_now() < until)
		;
}

static long blocks(long n)
{
	CONC_BLOCKING(1);
	usleep(100);
	return n;
}
CONC_SPAWN1(spawn_blocks, long, task_long, blocks, long);

static long burns(long n)
{
	burn(100);
	conc_yield();
	burn(50);
	return n;
}
CONC_SPAWN1(spawn_burns, long, task_long, burns, long);

static long sleeps(long n)
{
	conc_sleep(CONC_US(200 + 10 * n));
	return n;
}
CONC_SPAWN1(spawn_sleeps, long, task_long, sleeps, long);

void scenario_workers(void)
{
	task_long t[12];
	long sum = 0;

	for (long i = 0; i < 12; i++)
		t[i] = (i % 3 ? i % 3 == 1 ? spawn_burns : spawn_sleeps : spawn_blocks)(CONC_HERE, i);
	for (int i = 0; i < 12; i++)
		sum += task_long_join_value(t[i], CONC_HERE);
	CHECK(sum == 66);
}

/* The only processor's kernel thread belongs to main: another one has to come. */
void scenario_pinned(void)
{
	conc_pin();
	for (long i = 0; i < 3; i++) {
		task_long t = spawn_burns(CONC_HERE, i);
		CHECK(task_long_join_value(t, CONC_HERE) == i);
	}
	conc_unpin();
}

/* The same, where it cannot come for a while: after 250 ms. */
void scenario_rescued(void)
{
	scenario_pinned();
}

/* Timers while both processors are idle, and while one is busy. */
void scenario_sleepers(void)
{
	task_long t[5];
	uint64_t start = conc_now();

	for (long i = 0; i < 5; i++)
		t[i] = spawn_sleeps(CONC_HERE, i);
	conc_sleep(CONC_MS(1));
	CHECK(conc_now() - start >= 1000000);
	burn(300);
	for (long i = 0; i < 5; i++)
		CHECK(task_long_join_value(t[i], CONC_HERE) == i);
}

/* main does not let go of the only processor: the watchdog gives it away. */
static int stop; /* atomic */

static long stops(long n)
{
	__atomic_store_n(&stop, 1, __ATOMIC_RELAXED);
	return n;
}
CONC_SPAWN1(spawn_stops, long, task_long, stops, long);

void scenario_progress(void)
{
	task_long t = spawn_stops(CONC_HERE, 1);

	while (!__atomic_load_n(&stop, __ATOMIC_RELAXED))
		;
	CHECK(task_long_join_value(t, CONC_HERE) == 1);
}

/* Two that wait for each other. Either report is right: that of a cycle comes first where a kernel thread that is
 * being tried again and again keeps the program from being all blocked. */
static conc_mutex left, right;

static long crosses(long n)
{
	conc_mutex_lock(&right);
	conc_sleep(CONC_US(100));
	conc_mutex_lock(&left);
	return n;
}
CONC_SPAWN1(spawn_crosses, long, task_long, crosses, long);

void scenario_blocked(void)
{
	task_long t = spawn_crosses(CONC_HERE, 1);

	conc_mutex_lock(&left);
	conc_sleep(CONC_US(200));
	conc_mutex_lock(&right);
	task_long_join_value(t, CONC_HERE);
}
