/* SPDX-License-Identifier: MIT */
/* conc_semaphore: units are neither lost nor made, and go to who waits. */
#include "crew.h"
#include "port/atomic.h"

static conc_semaphore s;
static uint32_t inside, most;

static void counts(void **state)
{
	conc_semaphore three = {3, 0};

	(void)state;
	for (int i = 0; i < 3; i++) assert_true(conc_semaphore_try_wait(&three));
	assert_false(conc_semaphore_try_wait(&three));
	conc_semaphore_post(&three);
	conc_semaphore_wait(&three);
	conc_semaphore_init(&three, 1);
	conc_semaphore_lock(&three);
	assert_false(conc_semaphore_try_lock(&three));
	conc_semaphore_unlock(&three);
	assert_int_equal(three.conc_count, 1);
}

static void take_one(int index, void *argument)
{
	(void)index;
	for (int i = 0; i < 1500; i++) {
		CONC_HOLD(1, conc_semaphore, &s);
		uint32_t now = add_relaxed(&inside, 1) + 1;

		if (now > load_relaxed(&most)) store_relaxed(&most, now);
		CHECK(now <= *(unsigned *)argument);
		if (i % 4 == 0) conc_yield();
		sub_relaxed(&inside, 1);
	}
}

static void at_most_so_many(void **state)
{
	enum crew_kind (*kinds[])(int) = {crew_user_only, crew_foreign_only, crew_mixed};

	(void)state;
	for (int k = 0; k < 3; k++) {
		for (unsigned units = 1; units < 4; units++) {
			conc_semaphore_init(&s, units);
			crew_run(9, kinds[k], take_one, &units);
			for (unsigned i = 0; i < units; i++) assert_true(conc_semaphore_try_wait(&s));
			assert_false(conc_semaphore_try_wait(&s));
			assert_int_equal(s.conc_queue, 0);
		}
	}
}

static void ping_pong(int index, void *argument)
{
	conc_semaphore *pair = argument;

	for (int i = 0; i < 3000; i++) {
		conc_semaphore_wait(&pair[index]);
		conc_semaphore_post(&pair[!index]);
	}
}

static void no_unit_is_lost(void **state)
{
	enum crew_kind (*kinds[])(int) = {crew_user_only, crew_foreign_only, crew_mixed};
	conc_semaphore pair[2] = {{1, 0}, {0, 0}};

	(void)state;
	for (int k = 0; k < 3; k++) {
		crew_run(2, kinds[k], ping_pong, pair);
		assert_true(conc_semaphore_try_wait(&pair[0]));
		assert_false(conc_semaphore_try_wait(&pair[1]));
		conc_semaphore_post(&pair[0]);
	}
}

/* The waiter may destroy the semaphore as soon as its wait returns. */
static conc_semaphore *shared;

static void post_or_free(int index, void *argument)
{
	(void)argument;
	if (index) {
		conc_semaphore_post(shared);
		return;
	}
	conc_semaphore_wait(shared);
	memset(shared, 0x7f, sizeof(*shared));
	free(shared);
}

static void waiter_frees(void **state)
{
	(void)state;
	for (int i = 0; i < 500; i++) {
		shared = calloc(1, sizeof(*shared));
		crew_run(2, i % 2 ? crew_user_only : crew_foreign_only, post_or_free, NULL);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(counts), cmocka_unit_test(at_most_so_many),
		cmocka_unit_test(no_unit_is_lost), cmocka_unit_test(waiter_frees),
	};

	return crew_tests(tests);
}
