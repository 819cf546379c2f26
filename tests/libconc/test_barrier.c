/* SPDX-License-Identifier: MIT */
/* conc_barrier: nobody goes on before all have come, the hook runs in between, once. */
#include "crew.h"
#include "clauses.h"
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

/* Statements: an arrival that is not chosen is taken back. */
static conc_barrier two = {.conc_count = 2}, three = {.conc_count = 3};
static uint32_t at_two, at_three, twos, threes;

static void hook_of_two(conc_barrier *barrier)
{
	CHECK(barrier == &two);
	add_relaxed(&twos, 1);
}

static void hook_of_three(conc_barrier *barrier)
{
	CHECK(barrier == &three);
	add_relaxed(&threes, 1);
}

static void note(bool came_to_two)
{
	add_relaxed(came_to_two ? &at_two : &at_three, 1);
}

static void either(int index, unsigned *random)
{
	conc_barrier *first = index % 2 ? &two : &three, *second = index % 2 ? &three : &two;
	bool fair = crew_random(random) % 2;

	CONC_WAITUNTIL(1, 4);
	CONC_BARRIER_CLAUSE(1, 0, 1, first);
	CONC_BARRIER_CLAUSE(1, 1, 1, second);
	CONC_TIMEOUT_CLAUSE(1, 2, 1, crew_random(random) % 30000);
	CONC_BARRIER_CLAUSE(1, 3, fair, first); /* one statement is one arrival */
	if (fair) CONC_WAIT_FAIR(1);
	else CONC_WAIT(1);
	if (!CONC_CHOSEN(1, 2)) note((CONC_CHOSEN(1, 1) ? second : first) == &two);
}

static void both(unsigned *random)
{
	CONC_WAITUNTIL_AND(1, 3);
	CONC_BARRIER_CLAUSE(1, 0, 1, &two);
	CONC_BARRIER_CLAUSE(1, 1, 1, &three);
	CONC_TIMEOUT_CLAUSE(1, 2, 1, crew_random(random) % 60000);
	do {
		CONC_WAIT(1);
		crew_delay(crew_random(random) % 500);
		if (!CONC_CHOSEN(1, 2)) note(CONC_CHOSEN(1, 0));
	} while (!(CONC_RAN(1, 0) && CONC_RAN(1, 1)) && !CONC_RAN(1, 2));
}

static void by_else(void)
{
	CONC_WAITUNTIL(1, 2);
	CONC_BARRIER_CLAUSE(1, 0, 1, &two);
	CONC_BARRIER_CLAUSE(1, 1, 1, &three);
	CONC_WAIT_ELSE(1, 1);
	CONC_WAIT(1);
	if (!CONC_CHOSE_ELSE(1)) note(CONC_CHOSEN(1, 0));
}

static void meet_by_clauses(int index, void *argument)
{
	unsigned random = (unsigned)index;

	(void)argument;
	for (int i = 0; i < 400; i++) {
		switch (crew_random(&random) % 8) {
		case 0: by_else(); break;
		case 1: both(&random); break;
		case 2:
			if (conc_barrier_wait_for(&three, crew_random(&random) % 30000) >= 0) note(false);
			break;
		default: either(index, &random);
		}
	}
}

static void clauses(void **state)
{
	enum crew_kind (*kinds[])(int) = {crew_user_only, crew_foreign_only, crew_mixed};

	(void)state;
	two.conc_hook = hook_of_two;
	three.conc_hook = hook_of_three;
	for (int k = 0; k < 3; k++) {
		at_two = at_three = twos = threes = 0;
		crew_run(MEMBERS, kinds[k], meet_by_clauses, NULL);
		assert_int_equal(at_two, 2 * twos);
		assert_int_equal(at_three, 3 * threes);
		assert_true(twos > 0 && threes > 0);
		assert_int_equal(two.conc_arrived | two.conc_queue | three.conc_arrived | three.conc_queue, 0);
	}
}

/* Nobody is left behind: statements and plain waits. */
static void in_a_row(int index, void *argument)
{
	(void)argument;
	for (int i = 0; i < MEETINGS; i++) {
		CONC_WAITUNTIL(1, 2);
		CONC_BARRIER_CLAUSE(1, 0, 1, &b);
		CONC_TIMEOUT_CLAUSE(1, 1, 1, CONC_S(3600));
		add_relaxed(&came[i], 1);
		if (index % 3) CONC_WAIT(1);
		else conc_barrier_wait(&b);
		CHECK(load_relaxed(&came[i]) == MEMBERS);
	}
}

static void meetings_by_clauses(void **state)
{
	enum crew_kind (*kinds[])(int) = {crew_user_only, crew_foreign_only, crew_mixed};

	(void)state;
	for (int k = 0; k < 3; k++) {
		memset(came, 0, sizeof(came));
		conc_barrier_init(&b, MEMBERS, NULL);
		crew_run(MEMBERS, kinds[k], in_a_row, NULL);
		assert_int_equal(b.conc_arrived | b.conc_queue, 0);
	}
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
		cmocka_unit_test(alone), cmocka_unit_test(clauses),
		cmocka_unit_test(meetings_by_clauses), cmocka_unit_test(misuse_stops),
	};

	return crew_tests(tests);
}
