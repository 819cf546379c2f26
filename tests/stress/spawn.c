/* SPDX-License-Identifier: MIT */
/* Spawn and join: recursion, children that park in every place, many tasks joined in
 * order and in reverse, detached ones, large frames. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "conc/abi.h"

#define CHECK(x) \
	do { \
		if (!(x)) { \
			fprintf(stderr, "%s: failed: %s\n", CONC_HERE, #x); \
			abort(); \
		} \
	} while (0)

#if defined(__SANITIZE_THREAD__) /* a fiber of its costs some 0.5 ms */
#define DEPTH 12
#define DEPTH_RESULT 144
#define MANY 300
#else
#define DEPTH 24
#define DEPTH_RESULT 46368
#define MANY 5000
#endif

CONC_TASK_TYPE(long, task_long);
CONC_TASK_TYPE_VOID(task_void);

static long fib(int n, int where);
CONC_SPAWN2(spawn_fib, long, task_long, fib, int, int);

/* where: 0 nothing, 1 the child yields, 2 the child sleeps now and then, 3 blocking */
static void disturb(int n, int where)
{
	struct conc_thread *self = conc_self();

	if (where == 1 && n % 3 == 0)
		conc_yield();
	if (where == 2 && n % 7 == 0)
		conc_sleep(CONC_US(20));
	if (where == 3 && n % 9 == 0) {
		CONC_BLOCKING(1);
		conc_now();
	}
	CHECK(self == conc_self());
}

static long fib(int n, int where)
{
	disturb(n, where);
	if (n < 2)
		return n;
	CONC_SCOPED(task_long) task_long a = spawn_fib(CONC_HERE, n - 1, where);
	long b = fib(n - 2, where);
	disturb(n, where);
	return task_long_join(&a, CONC_HERE) + b;
}

static long square(long n)
{
	if (n % 16 == 0)
		conc_yield();
	return n * n;
}
CONC_SPAWN1(spawn_square, long, task_long, square, long);

static void many(int count, int step)
{
	task_long *tasks = calloc((size_t)count, sizeof *tasks);

	for (int i = 0; i < count; i++)
		task_long_assign(&tasks[i], spawn_square(CONC_HERE, i), CONC_HERE);
	for (int k = 0; k < count; k++) {
		long i = (long)k * step % count;
		CHECK(task_long_join(&tasks[i], CONC_HERE) == i * i);
		CHECK(task_long_join(&tasks[i], CONC_HERE) == i * i);
	}
	for (int i = 0; i < count; i++)
		task_long_end(&tasks[i]);
	free(tasks);
}

struct large {
	char text[300];
	long double number;
};
static struct large copy(struct large in)
{
	in.number++;
	return in;
}
CONC_TASK_TYPE(struct large, task_large);
CONC_SPAWN1(spawn_copy, struct large, task_large, copy, struct large);

static void large_frames(void)
{
	struct large in = {"hello", 1};

	for (int i = 0; i < MANY / 5; i++) {
		CONC_SCOPED(task_large) task_large t = spawn_copy(CONC_HERE, in);
		if (i % 2)
			conc_yield();
		struct large out = task_large_join(&t, CONC_HERE);
		CHECK(out.number == 2 && strcmp(out.text, "hello") == 0);
	}
}

static long counter;
static void count(long by)
{
	if (by == 2)
		conc_yield();
	__atomic_fetch_add(&counter, by, __ATOMIC_RELAXED);
}
CONC_SPAWN1_VOID(spawn_count, task_void, count, long);

static void detached(void)
{
	for (int i = 0; i < 2 * MANY; i++)
		task_void_detach(spawn_count(CONC_HERE, 1 + i % 2));
	while (__atomic_load_n(&counter, __ATOMIC_RELAXED) != 3 * MANY)
		conc_yield();
}

static void moves(void)
{
	task_long a = spawn_square(CONC_HERE, 3), b = {0}, c = spawn_square(CONC_HERE, 5);

	task_long_move(&b, &a);
	CHECK(!a.conc_task && task_long_join(&b, CONC_HERE) == 9);
	task_long_move(&b, &c); /* joins and ends what b held */
	CHECK(task_long_join(&b, CONC_HERE) == 25);
	task_long d = task_long_take(&b);
	task_long_end(&b);
	task_long_end(&d);
}

int main(void)
{
	for (int where = 0; where < 4; where++)
		CHECK(fib(where == 0 ? DEPTH : 12, where) == (where == 0 ? DEPTH_RESULT : 144));
	many(MANY, 1);
	many(MANY, MANY - 1);
	many(MANY, 7);
	large_frames();
	detached();
	moves();
	puts("ok spawn");
	return 0;
}
