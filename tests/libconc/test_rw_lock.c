/* SPDX-License-Identifier: MIT */
/* conc_rw_lock: sharing, exclusion, order of service, misuse. */
#include "crew.h"
#include "port/atomic.h"

static conc_rw_lock l;
static long value[2];
static uint32_t reading, most;

static void try_and_state(void **state)
{
	(void)state;
	assert_int_equal(sizeof(l), 16);
	conc_rw_lock_read_lock(&l);
	conc_rw_lock_read_lock(&l);
	assert_true(conc_rw_lock_try_read_lock(&l));
	assert_false(conc_rw_lock_try_lock(&l));
	for (int i = 0; i < 3; i++) conc_rw_lock_read_unlock(&l);
	assert_int_equal(l.conc_mutex.conc_state, 0);
	assert_true(conc_rw_lock_try_lock(&l));
	assert_false(conc_rw_lock_try_read_lock(&l));
	conc_rw_lock_unlock(&l);
	assert_int_equal(l.conc_mutex.conc_state, 0);
}

static void read_or_write(int index, void *argument)
{
	unsigned random = (unsigned)index, writes = *(unsigned *)argument;

	for (int i = 0; i < 1500; i++) {
		if (crew_random(&random) % 16 < writes) {
			CONC_HOLD(1, conc_rw_lock, &l);
			CHECK(load_relaxed(&reading) == 0);
			value[0]++;
			if (i % 32 == 0) conc_yield();
			value[1]++;
		} else {
			CONC_HOLD(2, conc_rw_reader, conc_reading(&l));
			uint32_t now = add_relaxed(&reading, 1) + 1;

			if (now > load_relaxed(&most)) store_relaxed(&most, now);
			CHECK(value[0] == value[1]);
			if (i % 16 == 0) conc_yield();
			while (writes == 0 && load_relaxed(&most) < 2) conc_yield(); /* until one shares it */
			sub_relaxed(&reading, 1);
		}
	}
}

static void shares_and_excludes(void **state)
{
	enum crew_kind (*kinds[])(int) = {crew_user_only, crew_foreign_only, crew_mixed};
	unsigned writes[] = {1, 8, 15};

	(void)state;
	for (int k = 0; k < 3; k++) {
		for (int w = 0; w < 3; w++) {
			most = 0;
			crew_run(8, kinds[k], read_or_write, &writes[w]);
			assert_int_equal(value[0], value[1]);
			assert_int_equal(l.conc_mutex.conc_state | l.conc_mutex.conc_queue, 0);
			if (w == 0) assert_true(most > 1);
		}
	}
}

/* A reader holds; then come, one by one: writer, reader, reader, writer. */
static char served[8];
static uint32_t serial, held, together;

static void come(int index, void *argument)
{
	(void)argument;
	if (index == 0) {
		CONC_HOLD(1, conc_rw_reader, conc_reading(&l));
		store_release(&held, 1);
		crew_await_queue(&l.conc_mutex.conc_queue, 4);
		served[add_relaxed(&serial, 1)] = 'a';
		return;
	}
	while (!load_acquire(&held)) conc_yield();
	crew_await_queue(&l.conc_mutex.conc_queue, index - 1);
	if (index == 1 || index == 4) {
		CONC_HOLD(2, conc_rw_lock, &l);
		served[add_relaxed(&serial, 1)] = index == 1 ? 'b' : 'e';
	} else {
		CONC_HOLD(3, conc_rw_reader, conc_reading(&l));
		served[add_relaxed(&serial, 1)] = 'c';
		add_acq_rel(&together, 1); /* hangs unless both get in */
		while (load_acquire(&together) < 2) conc_yield();
	}
}

static void first_come_first_served(void **state)
{
	(void)state;
	crew_run(5, crew_mixed, come, NULL);
	assert_string_equal(served, "abcce");
}

static void unlock_free(void *unused)
{
	(void)unused;
	conc_rw_lock_unlock(&l);
}

static void read_unlock_free(void *unused)
{
	(void)unused;
	conc_rw_lock_read_unlock(&l);
}

static void unlock_reader(void *unused)
{
	(void)unused;
	conc_rw_lock_read_lock(&l);
	conc_rw_lock_unlock(&l);
}

static void read_unlock_writer(void *unused)
{
	(void)unused;
	conc_rw_lock_lock(&l);
	conc_rw_lock_read_unlock(&l);
}

static void write_twice(void *unused)
{
	(void)unused;
	conc_rw_lock_lock(&l);
	conc_rw_lock_lock(&l);
}

static void read_while_writing(void *unused)
{
	(void)unused;
	conc_rw_lock_lock(&l);
	conc_rw_lock_read_lock(&l);
}

static void misuse_stops(void **state)
{
	(void)state;
	expect_stop(unlock_free, NULL, "test_rw_lock.c:", "unlocks conc_rw_lock", "not locked", NULL);
	expect_stop(read_unlock_free, NULL, "test_rw_lock.c:", "unlocks conc_rw_lock", "not locked",
		NULL);
	expect_stop(unlock_reader, NULL, "test_rw_lock.c:", "held for reading", NULL);
	expect_stop(read_unlock_writer, NULL, "test_rw_lock.c:", "held for writing", NULL);
	expect_stop(write_twice, NULL, "test_rw_lock.c:", "holds already", NULL);
	expect_stop(read_while_writing, NULL, "test_rw_lock.c:", "holds already", NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(try_and_state), cmocka_unit_test(shares_and_excludes),
		cmocka_unit_test(first_come_first_served), cmocka_unit_test(misuse_stops),
	};

	return crew_tests(tests);
}
