/* SPDX-License-Identifier: MIT */
/* conc_owner_lock: re-entry, exclusion, misuse. */
#include "crew.h"
#include "kernel/mutex_core.h"

static conc_owner_lock l;
static long count;

static void reentry(void **state)
{
	(void)state;
	assert_int_equal(sizeof(l), 24);
	conc_owner_lock_lock(&l);
	assert_true(conc_owner_lock_try_lock(&l));
	conc_owner_lock_lock(&l);
	assert_int_equal(l.conc_depth, 2);
	conc_owner_lock_unlock(&l);
	conc_owner_lock_unlock(&l);
	assert_int_not_equal(l.conc_mutex.conc_state, 0);
	conc_owner_lock_unlock(&l);
	assert_int_equal(l.conc_mutex.conc_state, 0);
}

static void nested(int depth)
{
	conc_owner_lock_lock(&l);
	count++;
	if (depth) nested(depth - 1);
	conc_owner_lock_unlock(&l);
}

static void recurse(int index, void *argument)
{
	unsigned random = (unsigned)index;

	(void)argument;
	for (int i = 0; i < 1000; i++) {
		nested((int)(crew_random(&random) % 4));
		conc_owner_lock_lock(&l);
		if (i % 64 == 0) conc_yield();
		CHECK(conc_mutex_core_holder(&l) == conc_self());
		CHECK(l.conc_depth == 0);
		conc_owner_lock_unlock(&l);
	}
}

static void excludes(void **state)
{
	enum crew_kind (*kinds[])(int) = {crew_user_only, crew_foreign_only, crew_mixed};

	(void)state;
	for (int k = 0; k < 3; k++) {
		long expected = 0;

		for (int t = 0; t < 6; t++) {
			unsigned random = (unsigned)t;

			for (int i = 0; i < 1000; i++) expected += 1 + (long)(crew_random(&random) % 4);
		}
		count = 0;
		crew_run(6, kinds[k], recurse, NULL);
		assert_int_equal(count, expected);
		assert_int_equal(l.conc_mutex.conc_state | l.conc_mutex.conc_queue | l.conc_depth, 0);
	}
}

static void all_depths_leave(void **state)
{
	uint32_t depth;

	(void)state;
	for (int i = 0; i < 5; i++) conc_owner_lock_lock(&l);
	depth = conc_owner_lock_leave(&l, CONC_HERE);
	assert_int_equal(depth, 4);
	assert_int_equal(l.conc_mutex.conc_state, 0);
	conc_owner_lock_return(&l, depth, CONC_HERE);
	for (int i = 0; i < 5; i++) conc_owner_lock_unlock(&l);
	assert_int_equal(l.conc_mutex.conc_state, 0);
}

static void unlock_free(void *unused)
{
	(void)unused;
	conc_owner_lock_unlock(&l);
}

static void take_twice(int index, void *argument)
{
	(void)index, (void)argument;
	conc_owner_lock_lock(&l);
	conc_owner_lock_lock(&l);
}

static void unlock_others(void *unused)
{
	(void)unused;
	crew_run(1, crew_user_only, take_twice, NULL);
	conc_owner_lock_unlock(&l);
}

static void misuse_stops(void **state)
{
	(void)state;
	expect_stop(unlock_free, NULL, "test_owner_lock.c:", "conc: unlocks monitor", "not locked",
		NULL);
	expect_stop(unlock_others, NULL, "test_owner_lock.c:", "conc: unlocks monitor",
		"which thread", NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(reentry), cmocka_unit_test(excludes),
		cmocka_unit_test(all_depths_leave), cmocka_unit_test(misuse_stops),
	};

	return crew_tests(tests);
}
