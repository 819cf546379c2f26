/* SPDX-License-Identifier: MIT */
/* A thread that never stops, or blocks its kernel thread, stops nobody else. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "conc/abi.h"

#define CHECK(x) \
	do { \
		if (!(x)) { \
			fprintf(stderr, "%s: failed: %s\n", CONC_HERE, #x); \
			abort(); \
		} \
	} while (0)

CONC_TASK_TYPE_VOID(task_void);

static int stop;

static void spin(void)
{
	while (!__atomic_load_n(&stop, __ATOMIC_RELAXED))
		;
}
CONC_SPAWN0_VOID(spawn_spin, task_void, spin);

static void end_it(int steps)
{
	for (int i = 0; i < steps; i++)
		conc_yield();
	__atomic_store_n(&stop, 1, __ATOMIC_RELAXED);
}
CONC_SPAWN1_VOID(spawn_end_it, task_void, end_it, int);

/* More spinners than processors, and the one that ends it comes last. */
static void spinners(int count)
{
	task_void tasks[16], last;
	clock_t before = clock(); /* of our processor time: another process may have the machine */

	__atomic_store_n(&stop, 0, __ATOMIC_RELAXED);
	for (int i = 0; i < count; i++)
		tasks[i] = spawn_spin(CONC_HERE);
	last = spawn_end_it(CONC_HERE, 1000);
	for (int i = 0; i < count; i++)
		task_void_end(&tasks[i]);
	task_void_end(&last);
	CHECK(clock() - before < 10 * CLOCKS_PER_SEC * sysconf(_SC_NPROCESSORS_ONLN));
}

static int pipes[16][2];

static void read_one(int i)
{
	char byte;
	CONC_BLOCKING(1);
	CHECK(read(pipes[i][0], &byte, 1) == 1);
}
CONC_SPAWN1_VOID(spawn_read_one, task_void, read_one, int);

/* Kernel threads in blocking sections: others go on at once and wake them. */
static void blocked(int count)
{
	task_void tasks[16];

	for (int i = 0; i < count; i++) {
		CHECK(pipe(pipes[i]) == 0);
		tasks[i] = spawn_read_one(CONC_HERE, i);
	}
	for (int i = 0; i < 1000; i++)
		conc_yield();
	for (int i = count; i-- > 0;) {
		CHECK(write(pipes[i][1], "x", 1) == 1);
		task_void_end(&tasks[i]);
		close(pipes[i][0]);
		close(pipes[i][1]);
	}
}

static void pinned_wait(void)
{
	conc_pin();
	for (int i = 0; i < 3; i++)
		conc_sleep(CONC_MS(1));
	conc_unpin();
}
CONC_SPAWN0_VOID(spawn_pinned_wait, task_void, pinned_wait);

int main(void)
{
	for (unsigned n = 1; n <= 2; n++) {
		conc_processors(n);
		spinners(1);
		spinners(6);
		blocked(1);
		blocked(12);
		task_void tasks[10];
		for (int i = 0; i < 10; i++)
			tasks[i] = spawn_pinned_wait(CONC_HERE);
		for (int i = 0; i < 10; i++)
			task_void_end(&tasks[i]);
	}
	puts("ok progress");
	return 0;
}
