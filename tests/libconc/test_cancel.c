/* SPDX-License-Identifier: MIT */
/* Cancelling: before, during and after a wait; against a partner; scopes. */
#define _GNU_SOURCE
#include "in_thread.h"
#include "clauses.h"

#include <dlfcn.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "conc/abi_scope.h"
#include "conc/cancel.h"
#include "kernel/mutex_core.h"
#include "kernel/scheduler.h"
#include "kernel/thread.h"

CONC_TASK_TYPE(int, task_int);

static int sleeps(void)
{
	return conc_sleep(CONC_S(3600));
}
CONC_SPAWN0(spawn_sleeps, int, task_int, sleeps);

TEST(a_sleep)
{
	for (int i = 0; i < 200; i++) {
		task_int t = spawn_sleeps(CONC_HERE);
		for (int j = 0; j < i % 4; j++) conc_yield();
		conc_abi_cancel(t.conc_task, CONC_HERE);
		conc_abi_cancel(t.conc_task, CONC_HERE);
		CHECK(task_int_join(&t, CONC_HERE) == -ECANCELED);
		task_int_end(&t);
	}
}

static int sleeps_pinned(void)
{
	int result;

	conc_pin();
	result = conc_sleep(CONC_S(3600));
	conc_unpin();
	return result;
}
CONC_SPAWN0(spawn_sleeps_pinned, int, task_int, sleeps_pinned);

TEST(a_pinned_one)
{
	task_int t = spawn_sleeps_pinned(CONC_HERE);

	conc_sleep(CONC_MS(5));
	conc_abi_cancel(t.conc_task, CONC_HERE);
	CHECK(task_int_join(&t, CONC_HERE) == -ECANCELED);
	task_int_end(&t);
}

static conc_mutex m;
static conc_condition c;
static int waiting; /* atomic */

static int waits(void)
{
	int result;

	conc_mutex_lock(&m);
	__atomic_add_fetch(&waiting, 1, __ATOMIC_RELAXED);
	result = conc_wait_for(&c, &m, CONC_S(3600));
	CHECK(result == 0 || (result == -ECANCELED && conc_cancelled()));
	conc_mutex_unlock(&m);
	return result;
}
CONC_SPAWN0(spawn_waits, int, task_int, waits);

/* A signal is never lost: it goes to one that was not cancelled, or that was both. */
TEST(a_signal_and_a_cancel)
{
	for (int i = 0; i < 2000; i++) {
		task_int t = spawn_waits(CONC_HERE), u = spawn_waits(CONC_HERE);
		int a, b;
		while (__atomic_load_n(&waiting, __ATOMIC_RELAXED) != 2) conc_yield();
		__atomic_store_n(&waiting, 0, __ATOMIC_RELAXED);
		conc_mutex_lock(&m);
		conc_mutex_unlock(&m);
		if (i % 2) conc_signal(&c);
		conc_abi_cancel(t.conc_task, CONC_HERE);
		if (i % 2 == 0) conc_signal(&c);
		a = task_int_join(&t, CONC_HERE);
		if (a == 0) conc_abi_cancel(u.conc_task, CONC_HERE);
		b = task_int_join(&u, CONC_HERE);
		CHECK((a == 0 && b == -ECANCELED) || (a == -ECANCELED && b == 0));
		task_int_end(&t);
		task_int_end(&u);
	}
}

/* Who is cancelled goes on taking locks and joining. */
static int locks_after_cancel(void)
{
	while (!conc_cancelled()) conc_yield();
	conc_mutex_lock(&m);
	conc_mutex_unlock(&m);
	task_int t = spawn_sleeps(CONC_HERE);
	conc_abi_cancel(t.conc_task, CONC_HERE);
	CHECK(task_int_join(&t, CONC_HERE) == -ECANCELED);
	task_int_end(&t);
	CHECK(conc_sleep(1) == -ECANCELED && conc_sleep(0) == -ECANCELED);
	return 7;
}
CONC_SPAWN0(spawn_locks_after_cancel, int, task_int, locks_after_cancel);

TEST(locks_are_no_cancellation_points)
{
	task_int t = spawn_locks_after_cancel(CONC_HERE);

	conc_mutex_lock(&m);
	conc_abi_cancel(t.conc_task, CONC_HERE);
	conc_sleep(CONC_MS(2));
	conc_mutex_unlock(&m);
	CHECK(task_int_join(&t, CONC_HERE) == 7);
	task_int_end(&t);
	t = spawn_sleeps(CONC_HERE); /* the descriptor is used again, and not cancelled */
	CHECK(!t.conc_task->cancel);
	conc_abi_cancel(t.conc_task, CONC_HERE);
	task_int_end(&t);
}

/* ---- waituntil ---- */

static int statement(int what)
{
	int chosen = -1;

	CONC_WAITUNTIL(1, 3);
	CONC_LOCK_CLAUSE(1, 0, 1, conc_mutex, &m);
	CONC_CANCELLED_CLAUSE(1, 1, what == 1);
	CONC_TIMEOUT_CLAUSE(1, 2, 1, CONC_S(3600));
	if (what == 2) CONC_CHECKED(1, 2);
	CONC_WAIT(1);
	for (int i = 0; i < 3; i++)
		if (CONC_CHOSEN(1, i)) chosen = i;
	return chosen * 10 + CONC_TOOK_PLACE(1, 2);
}
CONC_SPAWN1(spawn_statement, int, task_int, statement, int);

TEST(a_statement)
{
	for (int i = 0; i < 400; i++) {
		int how;
		conc_mutex_lock(&m);
		task_int t = spawn_statement(CONC_HERE, 1 + i / 2 % 2);
		for (int j = 0; j < i % 5; j++) conc_yield();
		if (i % 2) conc_mutex_unlock(&m); /* races with the cancelling */
		conc_abi_cancel(t.conc_task, CONC_HERE);
		how = task_int_join(&t, CONC_HERE);
		CHECK((i % 2 && how / 10 == 0) || how == (i / 2 % 2 ? 20 : 11));
		if (i % 2 == 0) conc_mutex_unlock(&m);
		CHECK(conc_mutex_try_lock(&m));
		conc_mutex_unlock(&m);
		task_int_end(&t);
	}
}

/* ---- scopes ---- */

static int ended, cancelled;

static int child(conc_duration d)
{
	if (conc_sleep(d) == -ECANCELED) __atomic_fetch_add(&cancelled, 1, __ATOMIC_RELAXED);
	__atomic_fetch_add(&ended, 1, __ATOMIC_RELAXED);
	return 0;
}
CONC_SPAWN1(spawn_child, int, task_int, child, conc_duration);

static void run_scope(int children, conc_duration d, bool leave_early)
{
	CONC_SCOPE(1);
	for (int i = 0; i < children; i++) {
		CONC_SCOPE_CHILD(1, spawn_child(CONC_HERE, d));
		if (i % 3 == 0) conc_yield();
	}
	if (leave_early) return;
	CONC_SCOPE_COMPLETE(1);
}

TEST(a_scope_waits_for_its_children)
{
	for (int n = 0; n < 40; n++) {
		ended = cancelled = 0;
		run_scope(n, n % 2 ? CONC_US(100) : 0, false);
		CHECK(ended == n && cancelled == 0);
	}
}

TEST(a_scope_left_early_cancels_them)
{
	for (int n = 0; n < 40; n++) {
		ended = cancelled = 0;
		run_scope(n, CONC_S(3600), true);
		CHECK(ended == n && cancelled == n);
	}
}

/* ---- nobody waits for the barrier of a scope's canceller ---- */

static struct conc_scope *cancelling; /* atomic */
static pthread_t canceller; /* who does; set before */
static int barriers;

long syscall(long number, ...)
{
	long (*real)(long, ...) = (long (*)(long, ...))(uintptr_t)dlsym(RTLD_NEXT, "syscall");
	long a[6];
	va_list rest;

	va_start(rest, number);
	for (int i = 0; i < 6; i++) a[i] = va_arg(rest, long);
	va_end(rest);
	struct conc_scope *scope = __atomic_load_n(&cancelling, __ATOMIC_ACQUIRE);
	if (number == SYS_membarrier && scope && pthread_equal(canceller, pthread_self())) {
		CHECK(__atomic_load_n(&scope->conc_lock, __ATOMIC_RELAXED) == 0);
		barriers++;
	}
	return real(number, a[0], a[1], a[2], a[3], a[4], a[5]);
}

TEST(a_scope_is_free_during_its_barrier)
{
	CONC_SCOPE(1);
	ended = cancelled = 0;
	for (int i = 0; i < 3; i++) CONC_SCOPE_CHILD(1, spawn_child(CONC_HERE, CONC_S(3600)));
	conc_yield();
	canceller = pthread_self();
	__atomic_store_n(&cancelling, &conc_scope_1, __ATOMIC_RELEASE);
	CONC_CANCEL_SCOPE(&conc_scope_1);
	__atomic_store_n(&cancelling, NULL, __ATOMIC_RELAXED);
	CHECK(barriers || !conc_scheduler.heavy_barrier);
	CONC_SCOPE_COMPLETE(1);
}

static int outer(void)
{
	run_scope(5, CONC_S(3600), false);
	return conc_cancelled();
}
CONC_SPAWN0(spawn_outer, int, task_int, outer);

TEST(cancelling_an_owner_cancels_the_children)
{
	for (int i = 0; i < 100; i++) {
		task_int t = spawn_outer(CONC_HERE);
		ended = cancelled = 0;
		for (int j = 0; j < i % 8; j++) conc_yield();
		conc_abi_cancel(t.conc_task, CONC_HERE);
		CHECK(task_int_join(&t, CONC_HERE) == 1);
		CHECK(ended == 5 && cancelled == 5);
		task_int_end(&t);
	}
}

static void run_tasks(bool leave_early, int *result)
{
	CONC_SCOPE(1);
	task_int t[2] = {spawn_child(CONC_HERE, leave_early ? CONC_S(3600) : 1),
	                                       {0}};
	CONC_TASKS(2, task_int, t);
	CONC_SCOPE_TASKS(3, 1, task_int, t);
	*result = 1;
	if (leave_early) return;
	CONC_SCOPE_COMPLETE(1);
}

TEST(handles_in_a_scope)
{
	int result = 0;

	ended = cancelled = 0;
	run_tasks(false, &result);
	CHECK(ended == 1 && cancelled == 0);
	run_tasks(true, &result);
	CHECK(ended == 2 && cancelled == 1 && result == 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_sleep),
		cmocka_unit_test(a_pinned_one),
		cmocka_unit_test(a_signal_and_a_cancel),
		cmocka_unit_test(locks_are_no_cancellation_points),
		cmocka_unit_test(a_statement),
		cmocka_unit_test(a_scope_waits_for_its_children),
		cmocka_unit_test(a_scope_left_early_cancels_them),
		cmocka_unit_test(a_scope_is_free_during_its_barrier),
		cmocka_unit_test(cancelling_an_owner_cancels_the_children),
		cmocka_unit_test(handles_in_a_scope),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
