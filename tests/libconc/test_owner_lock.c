/* SPDX-License-Identifier: MIT */
/* conc_owner_lock: re-entry, exclusion, reading, misuse. */
#include "crew.h"
#include "kernel/mutex_core.h"
#include "port/atomic.h"

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

/* ---- Reading ---- */

static long value[2];
static uint32_t reading, most, arrived;

static void read_state(void **state)
{
	(void)state;
	for (int i = 0; i < 20; i++) conc_abi_owner_lock_read_lock(&l, CONC_HERE);
	assert_int_equal(l.conc_mutex.conc_state, 20 * CONC_LOCK_READER + CONC_LOCK_SHARED);
	assert_null(conc_mutex_core_holder(&l));
	assert_false(conc_owner_lock_try_lock(&l));
	for (int i = 0; i < 20; i++) conc_abi_owner_lock_read_unlock(&l, CONC_HERE);
	assert_int_equal(l.conc_mutex.conc_state, 0);
	conc_owner_lock_lock(&l);
	conc_abi_owner_lock_read_lock(&l, CONC_HERE); /* the writer may read */
	assert_int_equal(l.conc_depth, 1);
	conc_abi_owner_lock_read_unlock(&l, CONC_HERE);
	conc_owner_lock_unlock(&l);
	assert_int_equal(l.conc_mutex.conc_state | l.conc_depth, 0);
}

static void look(int depth)
{
	CONC_HOLD(1, conc_owner_reader, &l);
	CHECK(value[0] == value[1]);
	if (depth) look(depth - 1);
}

static void read_or_write(int index, void *argument)
{
	unsigned random = (unsigned)index, writes = *(unsigned *)argument;

	for (int i = 0; i < 1500; i++) {
		if (crew_random(&random) % 16 < writes) {
			CONC_HOLD(1, conc_owner_lock, &l);
			CHECK(load_relaxed(&reading) == 0);
			value[0]++;
			if (i % 32 == 0) conc_yield();
			value[1]++;
			look(1);
		} else {
			CONC_HOLD(2, conc_owner_reader, &l);
			uint32_t now = add_relaxed(&reading, 1) + 1;

			if (now > load_relaxed(&most)) store_relaxed(&most, now);
			if (i % 16 == 0) conc_yield();
			look(2); /* whatever waits meanwhile */
			while (writes == 0 && load_relaxed(&most) < 2) conc_yield(); /* until one shares it */
			sub_relaxed(&reading, 1);
		}
	}
}

static void readers_share(void **state)
{
	enum crew_kind (*kinds[])(int) = {crew_user_only, crew_foreign_only, crew_mixed};
	unsigned writes[] = {0, 1, 8, 15};

	(void)state;
	for (int k = 0; k < 3; k++) {
		for (int w = 0; w < 4; w++) {
			most = 0;
			crew_run(8, kinds[k], read_or_write, &writes[w]);
			assert_int_equal(value[0], value[1]);
			assert_int_equal(l.conc_mutex.conc_state | l.conc_mutex.conc_queue | l.conc_depth, 0);
			if (w == 0) assert_true(most > 1);
		}
	}
}

/* A reader, then a writer, then a reader that waits behind it, while the first reads again. */
static void again(int index, void *argument)
{
	(void)argument;
	if (index == 0) {
		CONC_HOLD(1, conc_owner_reader, &l);
		store_release(&arrived, 1);
		crew_await_queue(&l.conc_mutex.conc_queue, 2);
		look(3);
		CHECK(count == 0);
		return;
	}
	while (!load_acquire(&arrived)) conc_yield();
	crew_await_queue(&l.conc_mutex.conc_queue, index - 1);
	if (index == 1) {
		CONC_HOLD(2, conc_owner_lock, &l);
		count = 1;
	} else {
		look(0);
		CONC_HOLD(3, conc_owner_reader, &l);
		CHECK(count == 1);
	}
}

static void reads_again_before_a_writer(void **state)
{
	(void)state;
	count = 0;
	crew_run(3, crew_mixed, again, NULL);
	assert_int_equal(count, 1);
	assert_int_equal(l.conc_mutex.conc_state | l.conc_mutex.conc_queue, 0);
}

static void write_while_reading(void *unused)
{
	(void)unused;
	conc_abi_owner_lock_read_lock(&l, CONC_HERE);
	conc_owner_lock_lock(&l);
}

static void wait_while_reading(void *unused)
{
	conc_condition c = {0};

	(void)unused;
	conc_abi_owner_lock_read_lock(&l, CONC_HERE);
	conc_wait(&c, &l);
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
	expect_stop(write_while_reading, NULL, "test_owner_lock.c:", "conc: locks monitor",
		"for writing, which this thread reads (since ", "test_owner_lock.c:", NULL);
	expect_stop(wait_while_reading, NULL, "test_owner_lock.c:", "conc: unlocks monitor",
		"held for reading", NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(reentry), cmocka_unit_test(excludes),
		cmocka_unit_test(all_depths_leave), cmocka_unit_test(read_state),
		cmocka_unit_test(readers_share), cmocka_unit_test(reads_again_before_a_writer),
		cmocka_unit_test(misuse_stops),
	};

	return crew_tests(tests);
}
