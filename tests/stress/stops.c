/* SPDX-License-Identifier: MIT */
/* What stops the program, and what it then says. */
#include <pthread.h>
#include <stdio.h>

#include "child.h"
#include "conc/abi.h"
#include "kernel/thread.h"

typedef struct teller teller;
struct teller { int kind; struct conc_thread_object conc_thread; };
static void teller_main(teller *self);
CONC_THREAD_TYPE(teller, teller_main);
CONC_TASK_TYPE(long, task_long);

static __attribute__((noinline)) int eat_stack(int n)
{
	volatile char page[1024];

	page[0] = (char)n;
	if (n < 0)
		return 0;
	return eat_stack(n + 1) + page[0];
}

static teller *partner[2];

static void teller_main(teller *self)
{
	if (self->kind == 0)
		eat_stack(0);
	if (self->kind == 1)
		conc_thread_park(conc_self());
	if (self->kind >= 2) { /* two that join each other */
		teller *other;
		while (!(other = __atomic_load_n(&partner[self->kind - 2], __ATOMIC_ACQUIRE)))
			conc_yield();
		CONC_JOIN(other);
	}
}

static void overflow(void)
{
	teller t = {.kind = 0};
	CONC_THREADS(1, teller, t);
}

static long inline_overflow(long n)
{
	return eat_stack((int)n);
}
CONC_SPAWN1(spawn_overflow, long, task_long, inline_overflow, long);

static long joins_overflow(long n)
{
	task_long t = spawn_overflow(CONC_HERE, n);
	return task_long_join(&t, CONC_HERE);
}
CONC_SPAWN1(spawn_joins, long, task_long, joins_overflow, long);

static void overflow_inline(void)
{
	task_long t = spawn_joins(CONC_HERE, 1), u = spawn_joins(CONC_HERE, 2);
	task_long_join(&t, CONC_HERE);
	task_long_join(&u, CONC_HERE);
}

static void overflow_main(void)
{
	conc_yield();
	eat_stack(0);
}

static void blocked(void)
{
	teller t = {.kind = 1};
	CONC_THREADS(1, teller, t);
}

static void cycle(void)
{
	teller a = {.kind = 2}, b = {.kind = 3};
	CONC_THREADS(1, teller, a);
	CONC_THREADS(2, teller, b);
	__atomic_store_n(&partner[1], &a, __ATOMIC_RELEASE);
	__atomic_store_n(&partner[0], &b, __ATOMIC_RELEASE);
}

static void pinned_blocked(void)
{
	conc_pin();
	blocked();
}

static void *join_foreign(void *object)
{
	CONC_JOIN((teller *)object);
	return NULL;
}

static void foreign_blocked(void)
{
	teller t = {.kind = 1};
	pthread_t thread;
	CONC_THREADS(1, teller, t);
	pthread_create(&thread, NULL, join_foreign, &t);
}

static void blocked_after_blocking(void)
{
	{
		CONC_BLOCKING(1);
		usleep(20000);
	}
	blocked();
}

static void segv(void)
{
	static int *volatile nowhere;

	conc_yield();
	*nowhere = 1;
}

static void unpin(void) { conc_unpin(); }
static void empty(void) { task_long t = {0}; task_long_join(&t, CONC_HERE); }
static void never_started(void) { teller t = {.kind = 0}; CONC_JOIN(&t); }
static void null(void) { teller *t = NULL; CONC_JOIN(t); }
static void excess(void) { int n = 1; CONC_NEW_ARRAY(1, int, n, {1, 2}); }
static void overflow_new(void) { size_t n = (size_t)-1 / 2; CONC_NEW_ARRAY(1, long, n, {1}); }
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
static void twice(void) { int *p = CONC_NEW(1, int, {1}); CONC_DELETE(p); CONC_DELETE(p); }
#endif
static void wrong(void) { static long x[20]; CONC_DELETE(&x[10]); }

int main(void)
{
	int bad = 0;

	bad += STOPS(overflow, "stack overflow", "thread teller", "stops.c:");
	bad += STOPS(overflow_main, "stack overflow", "thread main");
	bad += STOPS(overflow_inline, "stack overflow", "thread inline_overflow");
#if !defined(__SANITIZE_THREAD__) /* in a forked child it has kernel threads of its own */
	bad += STOPS(blocked, "every thread is blocked", "main waits for join of teller");
	bad += STOPS(cycle, "every thread is blocked", "a cycle: teller ", " -> teller ");
	bad += STOPS(pinned_blocked, "every thread is blocked", "main waits for join of teller");
	bad += STOPS(foreign_blocked, "every thread is blocked", "foreign");
	bad += STOPS(blocked_after_blocking, "every thread is blocked");
#endif
	bad += STOPS(unpin, "conc_unpin without conc_pin", "thread main");
	bad += STOPS(empty, "stops.c:", "join of an empty task");
	bad += STOPS(never_started, "stops.c:", "join of a thread that was never started");
	bad += STOPS(null, "join of a null pointer");
	bad += STOPS(excess, "2 initialisers for 1 objects");
	bad += STOPS(overflow_new, "too many");
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
	bad += STOPS(twice, "which was deleted");
#endif
	bad += STOPS(wrong, "which new did not make");
	struct child child = child_run(segv);
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
	bad += !(WIFSIGNALED(child.status) && WTERMSIG(child.status) == SIGSEGV);
#endif
	(void)child;
	printf("%sok stops\n", bad ? "not " : "");
	return 0;
}
