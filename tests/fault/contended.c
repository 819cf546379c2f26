/* SPDX-License-Identifier: MIT */
/* Two processors in protocols whose cheap half needs the other one's membarrier: one side of a
 * channel, and threads that are cancelled. Outboxes are in tests/surroundings/everything.c. */
#include <errno.h>

#include "scenario.h"

enum { EACH = 300, ROUNDS = 20 };

static struct conc_channel channel;
static int arrived, gone; /* atomic */

/* Both run at once behind it. */
static void meet(void)
{
	int round = __atomic_load_n(&gone, __ATOMIC_ACQUIRE);

	if (__atomic_add_fetch(&arrived, 1, __ATOMIC_ACQ_REL) == 2) {
		__atomic_store_n(&arrived, 0, __ATOMIC_RELAXED);
		__atomic_store_n(&gone, round + 1, __ATOMIC_RELEASE);
	}
	while (__atomic_load_n(&gone, __ATOMIC_ACQUIRE) == round)
		conc_yield();
}

static void check_channel(void)
{
	long n = 0, sum = 0, v;

	for (; conc_abi_channel_try_receive(&channel, &v, sizeof v, CONC_HERE); n++)
		sum += v;
	CHECK(n == 2 * EACH);
	CHECK(sum == (long)EACH * (EACH - 1));
}

static long sends(long checks)
{
	for (int r = 0; r < ROUNDS; r++) {
		meet();
		for (long i = 0; i < EACH; i++)
			conc_abi_channel_send_8(&channel, &i, CONC_HERE, false);
		meet();
		if (checks)
			check_channel();
	}
	return checks;
}
CONC_SPAWN1(spawn_sends, long, task_long, sends, long);

static long sleeps(long n)
{
	while (conc_sleep(CONC_US(50)) != -ECANCELED)
		n++;
	return n;
}
CONC_SPAWN1(spawn_sleeps, long, task_long, sleeps, long);

static void cancels(void)
{
	task_long t[4];

	for (int i = 0; i < 4; i++)
		t[i] = spawn_sleeps(CONC_HERE, 1);
	conc_sleep(CONC_US(100));
	for (int i = 0; i < 4; i++)
		conc_abi_cancel(t[i].conc_task, CONC_HERE);
	for (int i = 0; i < 4; i++)
		CHECK(task_long_join_value(t[i], CONC_HERE) > 0);
}

void scenario_contended(void)
{
	task_long t;

	conc_abi_channel_init(&channel, 2 * EACH);
	t = spawn_sends(CONC_HERE, 0);
	CHECK(sends(1) == 1);
	CHECK(task_long_join_value(t, CONC_HERE) == 0);
	for (int i = 0; i < 5; i++)
		cancels();
}

void scenario_contended_once(void)
{
	scenario_contended();
}

void scenario_contended_refused(void)
{
	scenario_contended();
}

void scenario_futex_refused(void)
{
	scenario_contended();
}
