/* SPDX-License-Identifier: MIT */
/* Sleeping: never too early, not absurdly late, in order of deadlines when idle, thousands
 * at once, while workers are busy. */
#include <stdio.h>
#include <stdlib.h>

#include "conc/abi.h"

#define CHECK(x) \
	do { \
		if (!(x)) { \
			fprintf(stderr, "%s: failed: %s\n", CONC_HERE, #x); \
			abort(); \
		} \
	} while (0)

CONC_TASK_TYPE(uint64_t, task_u64);

static uint64_t nap(conc_duration d)
{
	uint64_t before = conc_now(), after;

	conc_sleep(d);
	after = conc_now();
	CHECK(after - before >= (uint64_t)d);
	return after - before - (uint64_t)d;
}
CONC_SPAWN1(spawn_nap, uint64_t, task_u64, nap, conc_duration);

static int order[64], ended;
static uint64_t nap_in_order(int i)
{
	conc_sleep(CONC_MS(5) * (64 - i));
	order[__atomic_fetch_add(&ended, 1, __ATOMIC_RELAXED)] = i;
	return 0;
}
CONC_SPAWN1(spawn_nap_in_order, uint64_t, task_u64, nap_in_order, int);

static int busy = 1;
static uint64_t burn(int unused)
{
	uint64_t turns = (uint64_t)unused;

	while (__atomic_load_n(&busy, __ATOMIC_RELAXED))
		turns++;
	return turns;
}
CONC_SPAWN1(spawn_burn, uint64_t, task_u64, burn, int);

#if defined(__SANITIZE_THREAD__) /* a fiber of its costs some 0.5 ms */
#define MANY 300
#else
#define MANY 3000
#endif

int main(void)
{
	static task_u64 many[MANY], in_order[64], burners[4];
	uint64_t worst = 0;

	for (int i = 0; i < 20; i++)
		worst = nap(CONC_US(300)) > worst ? nap(CONC_US(300)) : worst;
	for (int i = 0; i < 64; i++)
		in_order[i] = spawn_nap_in_order(CONC_HERE, i);
	for (int i = 0; i < 64; i++)
		task_u64_end(&in_order[i]);
	CHECK(ended == 64);

	for (int i = 0; i < MANY; i++)
		many[i] = spawn_nap(CONC_HERE, CONC_US(rand() % 50000));
	for (int i = 0; i < MANY; i++) {
		CHECK(task_u64_join(&many[i], CONC_HERE) < 5000000000u);
		task_u64_end(&many[i]);
	}

	/* all processors busy, and more threads than those: sleepers still wake */
	for (int i = 0; i < 4; i++)
		burners[i] = spawn_burn(CONC_HERE, i);
	for (int i = 0; i < 5; i++)
		CHECK(nap(CONC_MS(2)) < 5000000000u);
	__atomic_store_n(&busy, 0, __ATOMIC_RELAXED);
	for (int i = 0; i < 4; i++)
		task_u64_end(&burners[i]);
	puts("ok timer");
	return 0;
}
