/* SPDX-License-Identifier: MIT */
/* conc_barrier: nobody goes on before all have come, the hook runs in between, once. */
#include "crew.h"
#include "port/atomic.h"

enum { MEETINGS = 400, MEMBERS = 7 };

static conc_barrier b;
static uint32_t came[MEETINGS];
static int hooks, lasts;

static void hook(conc_barrier *barrier)
{
	CHECK(barrier == &b);
	CHECK(load_relaxed(&came[hooks]) == MEMBERS);
	hooks++;
}

static void meet(int index, void *argument)
{
	(void)argument;
	for (int i = 0; i < MEETINGS; i++) {
		if ((i + index) % 50 == 0) conc_sleep(CONC_US(100));
		add_relaxed(&came[i], 1);
		if (conc_barrier_wait(&b)) add_relaxed(&lasts, 1);
		CHECK(load_relaxed(&came[i]) == MEMBERS);
	}
}

static void meetings(void **state)
{
	enum crew_kind (*kinds[])(int) = {crew_user_only, crew_foreign_only, crew_mixed};

	(void)state;
	for (int k = 0; k < 3; k++) {
		memset(came, 0, sizeof(came));
		conc_barrier_init(&b, MEMBERS, NULL);
		lasts = 0;
		crew_run(MEMBERS, kinds[k], meet, NULL);
		assert_int_equal(lasts, MEETINGS);
	}
}

static void meet_with_hook(int index, void *argument)
{
	(void)argument;
	for (int i = 0; i < MEETINGS; i++) {
		if ((i + index) % 50 == 0) conc_yield();
		add_relaxed(&came[i], 1);
		conc_barrier_wait(&b);
		CHECK(hooks == i + 1 || hooks == i + 2);
	}
}

static void hook_runs_between(void **state)
{
	enum crew_kind (*kinds[])(int) = {crew_user_only, crew_foreign_only, crew_mixed};

	(void)state;
	for (int k = 0; k < 3; k++) {
		memset(came, 0, sizeof(came));
		b = (conc_barrier){MEMBERS, hook, 0, 0};
		hooks = 0;
		crew_run(MEMBERS, kinds[k], meet_with_hook, NULL);
		assert_int_equal(hooks, MEETINGS);
	}
}

static void alone(void **state)
{
	conc_barrier one = {1, NULL, 0, 0};

	(void)state;
	for (int i = 0; i < 3; i++) assert_true(conc_barrier_wait(&one));
}

static void wait_without_count(void *unused)
{
	conc_barrier none = {0, NULL, 0, 0};

	(void)unused;
	conc_barrier_wait(&none);
}

static void misuse_stops(void **state)
{
	(void)state;
	expect_stop(wait_without_count, NULL, "test_barrier.c:", "no count", NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(meetings), cmocka_unit_test(hook_runs_between),
		cmocka_unit_test(alone), cmocka_unit_test(misuse_stops),
	};

	return crew_tests(tests);
}
