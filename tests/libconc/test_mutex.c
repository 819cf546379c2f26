/* SPDX-License-Identifier: MIT */
/* conc_mutex: exclusion by threads of every sort, fairness, misuse. */
#include <time.h>

#include "crew.h"
#include "kernel/mutex_core.h"

static conc_mutex m;
static long count;

static void try_and_state(void **state)
{
	(void)state;
	assert_int_equal(sizeof(conc_mutex), 16);
	assert_true(conc_mutex_try_lock(&m));
	assert_false(conc_mutex_try_lock(&m));
	conc_mutex_unlock(&m);
	conc_mutex_lock(&m);
	assert_ptr_equal(conc_mutex_core_holder(&m), conc_self());
	conc_mutex_unlock(&m);
	(conc_mutex_lock)(&m);
	assert_false((conc_mutex_try_lock)(&m));
	(conc_mutex_unlock)(&m);
	assert_int_equal(m.conc_state, 0);
}

static void increment(int index, void *argument)
{
	unsigned random = (unsigned)index;
	long n = *(long *)argument;

	for (long i = 0; i < n; i++) {
		bool held = false;

		if (i % 16 == 0) held = conc_mutex_try_lock(&m);
		if (!held) conc_mutex_lock(&m);
		count++;
		if (crew_random(&random) % 64 == 0) conc_yield();
		if (crew_random(&random) % 256 == 0) conc_sleep(CONC_US(20));
		conc_mutex_unlock(&m);
	}
}

static void excludes(void **state)
{
	enum crew_kind (*kinds[])(int) = {crew_user_only, crew_foreign_only, crew_mixed};
	int sizes[] = {2, 5, 24};

	(void)state;
	for (int k = 0; k < 3; k++) {
		for (int s = 0; s < 3; s++) {
			long n = 8000 / sizes[s];

			count = 0;
			crew_run(sizes[s], kinds[k], increment, &n);
			assert_int_equal(count, n * sizes[s]);
			assert_int_equal(m.conc_state | m.conc_queue, 0);
		}
	}
}

/* The memory of a lock may go as soon as the last holder has unlocked it. */
static conc_mutex *shared_lock;
static int users_left;

static void unlock_and_free(int index, void *argument)
{
	(void)index, (void)argument;
	conc_mutex_lock(shared_lock);
	int left = --users_left;
	conc_mutex_unlock(shared_lock);
	if (left == 0) {
		memset(shared_lock, 0xff, sizeof(*shared_lock));
		free(shared_lock);
	}
}

static void last_one_frees(void **state)
{
	(void)state;
	for (int i = 0; i < 300; i++) {
		shared_lock = calloc(1, sizeof(*shared_lock));
		users_left = 4;
		crew_run(4, i % 2 ? crew_user_only : crew_foreign_only, unlock_and_free, NULL);
	}
}

/* Two threads that hold the lock nearly all the time: a third that comes now and then must
 * get it within the documented bound, give or take what the machine does. */
static uint32_t done;
static clock_t longest; /* of our processor time: another process may have the machine */

static void hog(void)
{
	while (!load_acquire(&done)) {
		conc_mutex_lock(&m);
		crew_delay(300);
		conc_mutex_unlock(&m);
	}
}

static void guest(void)
{
	for (int i = 0; i < 50; i++) {
		clock_t start = clock(), took;

		conc_mutex_lock(&m);
		conc_mutex_unlock(&m);
		took = clock() - start;
		if (took > longest) longest = took;
		conc_sleep(CONC_US(200));
	}
	store_release(&done, 1);
}

static void hogs_and_guest(int index, void *argument)
{
	(void)argument;
	if (index == 0)
		guest();
	else
		hog();
}

static void nobody_starves(void **state)
{
	enum crew_kind (*kinds[])(int) = {crew_user_only, crew_foreign_only};

	(void)state;
	for (int k = 0; k < 2; k++) {
		done = 0, longest = 0;
		crew_run(3, kinds[k], hogs_and_guest, NULL);
		if (longest > 4 * CLOCKS_PER_SEC) fail_msg("waited while we ran for %ld us", (long)longest);
	}
}

/* Nobody else competes: who queued first is served first. */
static int order[8], served;
static uint32_t held;

static void queue_up(int index, void *argument)
{
	(void)argument;
	crew_await_queue(&m.conc_queue, index);
	conc_mutex_lock(&m);
	order[served++] = index;
	conc_mutex_unlock(&m);
}

static void hold_or_queue(int index, void *argument)
{
	if (index < 8) {
		while (!load_acquire(&held)) conc_yield();
		queue_up(index, argument);
		return;
	}
	conc_mutex_lock(&m);
	store_release(&held, 1);
	crew_await_queue(&m.conc_queue, 8);
	conc_mutex_unlock(&m);
}

static void first_come_first_served(void **state)
{
	(void)state;
	served = 0;
	crew_run(9, crew_mixed, hold_or_queue, NULL);
	assert_int_equal(served, 8);
	for (int i = 0; i < 8; i++) assert_int_equal(order[i], i);
}

/* ---- Misuse ---- */

static void lock_twice(void *unused)
{
	(void)unused;
	conc_mutex_lock(&m);
	conc_mutex_lock(&m);
}

static void unlock_free(void *unused)
{
	(void)unused;
	conc_mutex_unlock(&m);
}

static void take_it(int index, void *argument)
{
	(void)index, (void)argument;
	conc_mutex_lock(&m);
}

static void unlock_others(void *unused)
{
	(void)unused;
	crew_run(1, crew_user_only, take_it, NULL);
	conc_mutex_unlock(&m);
}

static void misuse_stops(void **state)
{
	(void)state;
	expect_stop(lock_twice, NULL, "test_mutex.c:", "conc: locks conc_mutex", "holds already", NULL);
	expect_stop(unlock_free, NULL, "test_mutex.c:", "conc: unlocks conc_mutex", "not locked", NULL);
	expect_stop(unlock_others, NULL, "test_mutex.c:", "conc: unlocks conc_mutex",
		"which thread crew_user", NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(try_and_state), cmocka_unit_test(excludes),
		cmocka_unit_test(last_one_frees), cmocka_unit_test(nobody_starves),
		cmocka_unit_test(first_come_first_served), cmocka_unit_test(misuse_stops),
	};

	return crew_tests(tests);
}
