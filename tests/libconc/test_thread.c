/* SPDX-License-Identifier: MIT */
/* What belongs to a user thread: identity, errno, conc_local, floating-point modes, its
 * end and those who wait for it. */
#include <pthread.h>

#include "in_thread.h"
#include "rounding.h"
#include "kernel/thread.h"

CONC_TASK_TYPE(long, task_long);
CONC_TASK_TYPE_VOID(task_void);

static long identity(long yields)
{
	struct conc_thread *self = conc_self();

	for (long i = 0; i < yields; i++)
		conc_yield();
	return self == conc_thread_self() ? (long)(intptr_t)self : 0;
}
CONC_SPAWN1(spawn_identity, long, task_long, identity, long);

TEST(everyone_is_somebody_else)
{
	task_long a = spawn_identity(CONC_HERE, 0), b = spawn_identity(CONC_HERE, 5);
	long other_a = task_long_join(&a, CONC_HERE), other_b = task_long_join(&b, CONC_HERE);

	CHECK(other_a && other_b && other_a != other_b);
	CHECK(other_a != (intptr_t)conc_thread_self());
	CHECK(other_a == (intptr_t)a.conc_task);
	task_long_end(&a);
	task_long_end(&b);
}

TEST(names)
{
	char text[64], expected[64];
	task_long a = spawn_identity(CONC_HERE, 0);

	snprintf(expected, sizeof expected, "names_body %u", conc_thread_self()->number);
	CHECK(strcmp(conc_thread_describe(conc_thread_self(), text, sizeof text), expected) == 0);
	snprintf(expected, sizeof expected, "identity %u", a.conc_task->number);
	CHECK(strcmp(conc_thread_describe(a.conc_task, text, sizeof text), expected) == 0);
	task_long_end(&a);
}

/* errno */

static long keeps_errno(long value)
{
	if (errno != 0)
		return -1;
	for (int i = 0; i < 200; i++) {
		errno = (int)value;
		if (i % 50 == 0)
			conc_sleep(CONC_US(50));
		else
			conc_yield();
		if (errno != value)
			return i;
	}
	return value;
}
CONC_SPAWN1(spawn_keeps_errno, long, task_long, keeps_errno, long);

TEST(errno_is_the_threads_own)
{
	task_long tasks[8];

	errno = 77;
	for (int i = 0; i < 8; i++)
		tasks[i] = spawn_keeps_errno(CONC_HERE, 100 + i);
	for (int i = 8; i-- > 0;) {
		CHECK(task_long_join(&tasks[i], CONC_HERE) == 100 + i);
		task_long_end(&tasks[i]);
		CHECK(errno == 77);
	}
}

/* Rounding modes are a thread's own, and a new one starts with the default. */

static long rounds(long mode)
{
	if (get_rounding() != 0)
		return -1;
	conc_own_modes();
	for (int i = 0; i < 50; i++) {
		set_rounding((unsigned)mode);
		conc_yield();
		if (get_rounding() != mode)
			return i;
	}
	return mode;
}
CONC_SPAWN1(spawn_rounds, long, task_long, rounds, long);

TEST(rounding_is_the_threads_own)
{
	const int modes[] = {2, 1, 3, 2};
	task_long tasks[4];

	for (int i = 0; i < 4; i++)
		tasks[i] = spawn_rounds(CONC_HERE, modes[i]);
	conc_sleep(CONC_MS(1)); /* so that none runs on this stack, in this thread's mode */
	for (int i = 0; i < 4; i++) {
		CHECK(task_long_join(&tasks[i], CONC_HERE) == modes[i]);
		task_long_end(&tasks[i]);
	}
	CHECK(get_rounding() == 0);
}

/* conc_local */

static int ended; /* atomic */
static void count_end(void *value)
{
	if (*(int *)value == 42)
		__atomic_fetch_add(&ended, 1, __ATOMIC_RELAXED);
}
static struct conc_local plain, counted = {count_end};

static long uses_locals(long n)
{
	int *a = conc_local_get(&counted, sizeof *a);
	char *b = conc_local_get(&plain, 1000);

	if (*a != 0 || b[0] != 0 || b[999] != 0 || (uintptr_t)b % 16 != 0)
		return -1;
	*a = 42;
	memset(b, (int)n, 1000);
	conc_yield();
	if (conc_local_get(&counted, sizeof *a) != a || *a != 42)
		return -2;
	return b == conc_local_get(&plain, 1000) && b[500] == n ? n : -3;
}
CONC_SPAWN1(spawn_uses_locals, long, task_long, uses_locals, long);

TEST(locals)
{
	task_long tasks[20];

	for (int i = 0; i < 20; i++)
		tasks[i] = spawn_uses_locals(CONC_HERE, i);
	for (int i = 0; i < 20; i++) {
		CHECK(task_long_join(&tasks[i], CONC_HERE) == i);
		task_long_end(&tasks[i]);
	}
	CHECK(__atomic_load_n(&ended, __ATOMIC_RELAXED) == 20);
	CHECK(*(int *)conc_local_get(&counted, sizeof(int)) == 0);
}

/* Waiters for the end. */

struct note {
	struct conc_end_waiter waiter;
	int *count;
};
static void note_end(struct conc_end_waiter *waiter)
{
	__atomic_fetch_add(((struct note *)(void *)waiter)->count, 1, __ATOMIC_RELAXED);
}

TEST(end_waiters)
{
	int count = 0;
	struct note notes[3] = {{{0, note_end}, &count}, {{0, note_end}, &count}, {{0, note_end}, &count}};
	task_long t = spawn_identity(CONC_HERE, 3);

	conc_pin(); /* so that the task does not start yet, on this processor at least */
	for (int i = 0; i < 3; i++)
		if (!conc_thread_end_register(t.conc_task, &notes[i].waiter))
			count++;
	if (!conc_thread_end_unregister(t.conc_task, &notes[1].waiter))
		__atomic_fetch_sub(&count, 1, __ATOMIC_RELAXED);
	conc_unpin();
	task_long_join(&t, CONC_HERE);
	for (int i = 0; __atomic_load_n(&count, __ATOMIC_RELAXED) < 2 && i < 1000; i++)
		conc_sleep(CONC_MS(1)); /* the others may still be being told */
	CHECK(__atomic_load_n(&count, __ATOMIC_RELAXED) == 2);
	CHECK(!(conc_thread_end_register(t.conc_task, &notes[0].waiter)));
	CHECK(!(conc_thread_end_unregister(t.conc_task, &notes[0].waiter)));
	task_long_end(&t);
}

static void joins(task_long *t)
{
	if (task_long_join(t, CONC_HERE) != (long)(intptr_t)t->conc_task)
		abort();
}
CONC_SPAWN1_VOID(spawn_joins, task_void, joins, task_long *);

TEST(several_joiners)
{
	task_long t = spawn_identity(CONC_HERE, 20);
	task_void joiners[5];

	for (int i = 0; i < 5; i++)
		joiners[i] = spawn_joins(CONC_HERE, &t);
	for (int i = 0; i < 5; i++)
		task_void_end(&joiners[i]);
	task_long_end(&t);
}

/* A foreign kernel thread */

static void *foreign(void *unused)
{
	task_long t = spawn_identity(CONC_HERE, 5);
	char text[64];

	if (strncmp(conc_thread_describe(conc_thread_self(), text, sizeof text), "foreign ", 8) != 0)
		abort();
	if (task_long_join(&t, CONC_HERE) != (long)(intptr_t)t.conc_task)
		abort();
	task_long_end(&t);
	*(int *)conc_local_get(&counted, sizeof(int)) = 42;
	conc_sleep(CONC_MS(1));
	conc_yield();
	return unused;
}

TEST(foreign_threads)
{
	pthread_t threads[4];
	int before = ended;

	for (int i = 0; i < 4; i++)
		pthread_create(&threads[i], NULL, foreign, NULL);
	{
		CONC_BLOCKING(1);
		for (int i = 0; i < 4; i++)
			pthread_join(threads[i], NULL);
	}
	CHECK(__atomic_load_n(&ended, __ATOMIC_RELAXED) == before + 4);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(everyone_is_somebody_else),
		cmocka_unit_test(names),
		cmocka_unit_test(errno_is_the_threads_own),
		cmocka_unit_test(rounding_is_the_threads_own),
		cmocka_unit_test(locals),
		cmocka_unit_test(end_waiters),
		cmocka_unit_test(several_joiners),
		cmocka_unit_test(foreign_threads),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
