/* SPDX-License-Identifier: MIT */
/* conc_spin_lock: exclusion, the count of held ones, parking, misuse. */
#include "crew.h"
#include "kernel/thread.h"

static conc_spin_lock s, other;
static conc_mutex m;
static long count;

static void counts(void **state)
{
	(void)state;
	conc_spin_lock_lock(&s);
	assert_true(conc_spin_lock_try_lock(&other));
	assert_int_equal(conc_self()->spin_held, 2);
	assert_false(conc_spin_lock_try_lock(&s));
	conc_spin_lock_unlock(&s);
	conc_spin_lock_unlock(&other);
	assert_int_equal(conc_self()->spin_held, 0);
	assert_int_equal(s.conc_state | other.conc_state, 0);
}

static void increment(int index, void *argument)
{
	(void)index, (void)argument;
	for (int i = 0; i < 3000; i++) {
		conc_spin_lock_lock(&s);
		conc_spin_lock_lock(&other);
		count++;
		if (i % 500 == 0) crew_delay(20000);
		conc_spin_lock_unlock(&other);
		conc_spin_lock_unlock(&s);
	}
}

static void excludes(void **state)
{
	enum crew_kind (*kinds[])(int) = {crew_user_only, crew_foreign_only, crew_mixed};

	(void)state;
	for (int k = 0; k < 3; k++) {
		count = 0;
		crew_run(6, kinds[k], increment, NULL);
		assert_int_equal(count, 6 * 3000);
		assert_int_equal(s.conc_state, 0);
	}
}

static void sleep_with_it(void *unused)
{
	(void)unused;
	conc_spin_lock_lock(&s);
	conc_sleep(CONC_MS(1));
}

static void hold_m(int index, void *argument)
{
	(void)index, (void)argument;
	conc_mutex_lock(&m);
}

static void wait_with_it(void *unused)
{
	(void)unused;
	crew_run(1, crew_user_only, hold_m, NULL);
	conc_spin_lock_lock(&s);
	conc_mutex_lock(&m);
}

static void lock_twice(void *unused)
{
	(void)unused;
	conc_spin_lock_lock(&s);
	conc_spin_lock_lock(&s);
}

static void unlock_free(void *unused)
{
	(void)unused;
	conc_spin_lock_unlock(&s);
}

static void misuse_stops(void **state)
{
	(void)state;
	expect_stop(sleep_with_it, NULL, "conc: ", "spin lock", NULL);
	expect_stop(wait_with_it, NULL, "test_spin_lock.c:", "conc: ", "spin lock", NULL);
	expect_stop(lock_twice, NULL, "test_spin_lock.c:", "conc: locks spin lock", NULL);
	expect_stop(unlock_free, NULL, "test_spin_lock.c:", "conc: unlocks spin lock", NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(counts), cmocka_unit_test(excludes), cmocka_unit_test(misuse_stops),
	};

	return crew_tests(tests);
}
