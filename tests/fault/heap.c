/* SPDX-License-Identifier: MIT */
/* What is allocated: conc_local, new, the locks of addresses, the order of locks. */
#include <pthread.h>
#include <string.h>

#include "scenario.h"

/* ---- conc_local ---- */

static void count_fini(void *value)
{
	__atomic_fetch_add(*(long **)value, 1, __ATOMIC_RELAXED);
}

static struct conc_local keys[4] = {{count_fini}, {count_fini}, {NULL}, {NULL}};
static long finis; /* atomic */

static long uses_locals(long n)
{
	for (int round = 0; round < 3; round++)
		for (int k = 0; k < 4; k++) {
			long **value = conc_local_get(&keys[k], sizeof(long *) * (size_t)(k + 1));
			CHECK(*value == (round ? &finis : NULL));
			*value = &finis;
			conc_yield();
		}
	return n;
}
CONC_SPAWN1(spawn_locals, long, task_long, uses_locals, long);

static void locals(void)
{
	task_long t[5];

	for (long i = 0; i < 5; i++)
		t[i] = spawn_locals(CONC_HERE, i);
	for (long i = 0; i < 5; i++)
		CHECK(task_long_join_value(t[i], CONC_HERE) == i);
	CHECK(__atomic_load_n(&finis, __ATOMIC_RELAXED) == 10);
}

/* ---- new ---- */

typedef struct counter {
	long n;
	struct conc_thread_object conc_thread;
} counter;

static void counter_main(counter *self)
{
	self->n++;
}
CONC_THREAD_TYPE(counter, counter_main);

static void objects(void)
{
	int n = 3;
	counter *c = CONC_NEW_THREAD_ARRAY(1, counter, n, {{.n = 5}, {.n = 6}, {.n = 7}});
	long *numbers = CONC_NEW_ZERO_ARRAY(long, 1000);

	for (long i = 0; i < 3; i++) {
		CONC_JOIN(&c[i]);
		CHECK(c[i].n == i + 6);
	}
	for (int i = 0; i < 1000; i++)
		CHECK(numbers[i] == 0);
	CONC_DELETE_THREAD(c);
	CONC_DELETE(numbers);
}

/* ---- Locks of addresses ---- */

#define LOCKS 200 /* beyond the table's own 128 entries */
static pthread_mutex_t mutexes[LOCKS];
static long guarded;

static long locks_all(long n)
{
	for (int i = 0; i < LOCKS; i++)
		conc_abi_pthread_mutex_lock(&mutexes[i], CONC_HERE);
	{
		CONC_HOLD(1, FILE, stdout);
		guarded += n;
	}
	for (int i = LOCKS; i-- > 0;)
		conc_abi_pthread_mutex_unlock(&mutexes[i], CONC_HERE);
	return n;
}
CONC_SPAWN1(spawn_locks_all, long, task_long, locks_all, long);

static void addresses(void)
{
	task_long t[3];

	for (long i = 0; i < 3; i++)
		t[i] = spawn_locks_all(CONC_HERE, i);
	for (long i = 0; i < 3; i++)
		CHECK(task_long_join_value(t[i], CONC_HERE) == i);
	CHECK(guarded == 3);
}

void scenario_heap(void)
{
	for (int i = 0; i < LOCKS; i++)
		pthread_mutex_init(&mutexes[i], NULL);
	locals();
	objects();
	addresses();
}

/* ---- The order of locks ---- */

static conc_mutex mutex[5];
static conc_rw_lock rw;
static conc_spin_lock spin;

static long nests(long n)
{
	for (int i = 0; i < 4; i++) {
		CONC_HOLD2(1, conc_mutex, &mutex[i], &mutex[i + 1]);
		CONC_HOLD(2, conc_rw_lock, &rw);
		CONC_HOLD(3, FILE, stdout);
		CONC_HOLD(4, conc_spin_lock, &spin);
		guarded++;
	}
	return n;
}
CONC_SPAWN1(spawn_nests, long, task_long, nests, long);

void scenario_order(void)
{
	task_long t[3];

	for (long i = 0; i < 3; i++)
		t[i] = spawn_nests(CONC_HERE, i);
	for (long i = 0; i < 3; i++)
		CHECK(task_long_join_value(t[i], CONC_HERE) == i);
	CHECK(guarded == 12);
}
