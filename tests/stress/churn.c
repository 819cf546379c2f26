/* SPDX-License-Identifier: MIT */
/* Everything at once: threads that yield, sleep, pin, block, spawn and join while the
 * number of processors changes and foreign kernel threads take part. Hangs if a wake-up
 * is lost. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "conc/abi.h"
#include "kernel/thread.h"

#define CHECK(x) \
	do { \
		if (!(x)) { \
			fprintf(stderr, "%s: failed: %s\n", CONC_HERE, #x); \
			abort(); \
		} \
	} while (0)

#if defined(__SANITIZE_THREAD__)
#define THREADS 12
#define TURNS 100
#else
#define THREADS 40
#define TURNS 3000
#endif

CONC_TASK_TYPE(long, task_long);

static long leaf(unsigned seed)
{
	if (seed % 3 == 0)
		conc_yield();
	if (seed % 31 == 0)
		conc_sleep(CONC_US(seed % 100));
	return (long)seed;
}
CONC_SPAWN1(spawn_leaf, long, task_long, leaf, unsigned);

static void some_children(unsigned seed)
{
	task_long children[5] = {{0}};
	unsigned count = seed % 5 + 1;

	for (unsigned i = 0; i < count; i++)
		children[i] = spawn_leaf(CONC_HERE, seed + i);
	for (unsigned i = 0; i < count; i++) {
		unsigned k = seed & 64 ? i : count - 1 - i;
		CHECK(task_long_join(&children[k], CONC_HERE) == (long)(seed + k));
		task_long_end(&children[k]);
	}
}

static void blocks(unsigned seed)
{
	CONC_BLOCKING(1);
	if (seed & 1)
		usleep(seed % 200);
	if (seed & 2)
		conc_yield();
	if (seed & 4)
		some_children(seed >> 3);
}

static void pins(unsigned seed)
{
	conc_pin();
	if (seed & 1)
		conc_sleep(CONC_US(seed % 100));
	if (seed & 2)
		some_children(seed >> 3);
	conc_yield();
	conc_unpin();
}

static void burns(unsigned seed)
{
	uint64_t until = conc_now() + seed % 20000;

	while (conc_now() < until)
		;
}

static void step(unsigned seed)
{
	struct conc_thread *self = conc_thread_self();

	switch (seed % 8) {
	case 0: some_children(seed >> 4); break;
	case 1: conc_sleep(CONC_US(seed >> 4) % 300); break;
	case 2: pins(seed >> 4); break;
	case 3: blocks(seed >> 4); break;
	case 4: burns(seed >> 4); break;
	case 5: conc_thread_unpark(self); conc_thread_park(self); break;
	case 6: CHECK(conc_thread_park_until(self, conc_now() + seed % 50000) == -ETIMEDOUT); break;
	default: conc_yield();
	}
	CHECK(self == conc_thread_self());
}

static long turns(unsigned seed)
{
	for (int i = 0; i < TURNS; i++) {
		seed = seed * 1664525 + 1013904223;
		step(seed >> 8);
	}
	return 1;
}
CONC_SPAWN1(spawn_turns, long, task_long, turns, unsigned);

static void *foreign(void *argument)
{
	turns((unsigned)(uintptr_t)argument);
	return NULL;
}

static int stop; /* atomic */
static long changes_processors(unsigned before)
{
	for (unsigned n = 1; !__atomic_load_n(&stop, __ATOMIC_RELAXED); n++) {
		conc_processors(n % 4 + 1);
		conc_sleep(CONC_MS(2));
	}
	conc_processors(before);
	return 0;
}
CONC_SPAWN1(spawn_changes, long, task_long, changes_processors, unsigned);

int main(void)
{
	task_long threads[THREADS], changer = spawn_changes(CONC_HERE, conc_processors(0));
	pthread_t outsiders[3];

	alarm(100);
	for (uintptr_t i = 0; i < 3; i++)
		pthread_create(&outsiders[i], NULL, foreign, (void *)(i + 1000));
	for (unsigned i = 0; i < THREADS; i++)
		threads[i] = spawn_turns(CONC_HERE, i * 77);
	for (int i = 0; i < THREADS; i++) {
		CHECK(task_long_join(&threads[i], CONC_HERE) == 1);
		task_long_end(&threads[i]);
	}
	{
		CONC_BLOCKING(1);
		for (int i = 0; i < 3; i++)
			pthread_join(outsiders[i], NULL);
	}
	__atomic_store_n(&stop, 1, __ATOMIC_RELAXED);
	task_long_end(&changer);
	puts("ok churn");
	return 0;
}
