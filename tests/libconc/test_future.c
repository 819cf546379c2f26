/* SPDX-License-Identifier: MIT */
/* Futures: once fulfilled, many times read, reset, cancelled; alone and in statements. */
#include "crew.h"
#include "clauses.h"

struct big {
	long words[5000];
};
struct wide {
	long a, b;
} __attribute__((aligned(64)));

CONC_FUTURE_TYPE(int, future_int);
CONC_FUTURE_TYPE(char, future_char);
CONC_FUTURE_TYPE(long, future_long);
CONC_FUTURE_TYPE(struct big, future_big);
CONC_FUTURE_TYPE(struct wide, future_wide);
CONC_TASK_TYPE_VOID(void_task);

/* ---- One thread ---- */

static void states(void **state)
{
	CONC_SCOPED(future_int) future_int f = {{0}, 0};
	int x = 7;

	(void)state;
	for (int i = 0; i < 3; i++) {
		assert_false(conc_future_ready(&f));
		future_int_fulfil(&f, i, CONC_HERE); /* 0 is a value */
		assert_true(conc_future_ready(&f));
		assert_int_equal(future_int_read(&f, CONC_HERE), i);
		assert_int_equal(future_int_read(&f, CONC_HERE), i);
		assert_false(future_int_fulfil_ok(&f, 9, CONC_HERE));
		assert_false(conc_future_cancel(&f)); /* too late */
		assert_true(future_int_read_ok(&f, &x, CONC_HERE));
		assert_int_equal(x, i);
		conc_future_reset(&f);
		conc_future_reset(&f);
	}
	assert_true(conc_future_cancel(&f));
	assert_true(conc_future_cancel(&f));
	assert_false(conc_future_ready(&f));
	assert_false(future_int_fulfil_ok(&f, 3, CONC_HERE));
	x = 7;
	assert_false(future_int_read_ok(&f, &x, CONC_HERE));
	assert_int_equal(x, 7);
	conc_future_reset(&f);
	assert_true(future_int_fulfil_ok(&f, 3, CONC_HERE));
	assert_true(CONC_READ_AS(1, future_int, x = conc_received_1, &f));
	assert_int_equal(x, 3);
}

static void sizes(void **state)
{
	static future_big large;
	static struct big in, out;
	future_char c = {{0}, 0};
	future_wide w = {{0}, {0, 0}};
	struct wide wide = {3, 4};

	(void)state;
	for (int i = 0; i < 5000; i++) in.words[i] = i;
	future_big_fulfil_from(&large, &in, CONC_HERE);
	future_big_read_into(&large, &out, CONC_HERE);
	assert_memory_equal(&in, &out, sizeof(in));
	future_char_fulfil(&c, 'c', CONC_HERE);
	assert_int_equal(future_char_read(&c, CONC_HERE), 'c');
	future_wide_fulfil(&w, wide, CONC_HERE);
	assert_int_equal(future_wide_read(&w, CONC_HERE).b, 4);
	assert_int_equal(sizeof(future_char), 2 * sizeof(uintptr_t));
}

/* ---- Statements over futures that are ready, as in the thesis's figure 7.12 ---- */

static void ready_statements(void **state)
{
	future_int a = {{0}, 0}, b = {{0}, 0}, c = {{0}, 0};
	int sum = 0, x = 0;

	(void)state;
	future_int_fulfil(&b, 20, CONC_HERE);
	future_int_fulfil(&c, 300, CONC_HERE);
	{
		CONC_WAITUNTIL(1, 3);
		CONC_FUTURE_CLAUSE(1, 0, 1, &a);
		CONC_READ_CLAUSE(1, 1, 1, future_int, &b);
		CONC_READ_CLAUSE(1, 2, 1, future_int, &c);
		CONC_WAIT(1);
		if (CONC_CHOSEN(1, 0)) sum += future_int_read(&a, CONC_HERE);
		else if (CONC_CHOSEN(1, 1)) sum += conc_value_1_1;
		else if (CONC_CHOSEN(1, 2)) sum += conc_value_1_2;
	}
	assert_int_equal(sum, 20);
	future_int_fulfil(&a, 1, CONC_HERE);
	{
		CONC_WAITUNTIL_AND(2, 3);
		CONC_FUTURE_CLAUSE(2, 0, 1, &a);
		CONC_READ_INTO_CLAUSE(2, 1, 1, future_int, &b, &x);
		CONC_READ_CLAUSE(2, 2, 1, future_int, &c);
	again:
		CONC_WAIT(2);
		if (CONC_CHOSEN(2, 0)) sum += future_int_read(&a, CONC_HERE);
		else if (CONC_CHOSEN(2, 1)) sum += x;
		else if (CONC_CHOSEN(2, 2)) sum += conc_value_2_2;
		if (CONC_GOES_ON(2) && !(CONC_RAN(2, 0) && CONC_RAN(2, 1) && CONC_RAN(2, 2))) goto again;
	}
	assert_int_equal(sum, 341);
}

static void cancelled_clauses(void **state)
{
	future_int f = {{0}, 0};

	(void)state;
	conc_future_cancel(&f);
	{
		CONC_WAITUNTIL(1, 1);
		CONC_READ_CLAUSE(1, 0, 1, future_int, &f);
		CONC_CHECKED(1, 0);
		CONC_WAIT(1);
		assert_true(CONC_CHOSEN(1, 0) && !CONC_TOOK_PLACE(1, 0));
	}
	{
		CONC_WAITUNTIL(2, 1);
		CONC_FUTURE_CLAUSE(2, 0, 1, &f);
		CONC_WAIT(2);
		assert_true(CONC_CHOSEN(2, 0) && CONC_TOOK_PLACE(2, 0));
	}
}

/* ---- Many readers ---- */

enum { READERS = 8, ROUNDS = 400 };

static struct {
	future_long f, back[READERS];
	future_wide w;
} shared;

static void read_round(int index, long round)
{
	long value;

	switch ((index + round) % 4) {
	case 0: value = future_long_read(&shared.f, CONC_HERE); break;
	case 1: CHECK(future_long_read_ok(&shared.f, &value, CONC_HERE)); break;
	case 2: {
		CONC_WAITUNTIL(1, 2);
		CONC_READ_CLAUSE(1, 0, 1, future_long, &shared.f);
		CONC_TIMEOUT_CLAUSE(1, 1, 1, CONC_S(100));
		CONC_WAIT(1);
		CHECK(CONC_CHOSEN(1, 0));
		value = conc_value_1_0;
		break;
	}
	default: {
		CONC_WAITUNTIL_AND(2, 2);
		CONC_READ_CLAUSE(2, 0, 1, future_long, &shared.f);
		CONC_FUTURE_CLAUSE(2, 1, 1, &shared.w);
		value = -1;
	again:
		CONC_WAIT(2);
		if (CONC_CHOSEN(2, 0)) value = conc_value_2_0;
		if (!(CONC_RAN(2, 0) && CONC_RAN(2, 1))) goto again;
	}
	}
	CHECK(value == round * 3);
	future_long_fulfil(&shared.back[index], round, CONC_HERE);
}

/* Member 0 fulfils, waits for everybody's answer, and resets all. */
static void serve(int index, void *argument)
{
	(void)argument;
	for (long round = 0; round < ROUNDS; round++) {
		if (index) {
			read_round(index - 1, round);
			/* until the server has reset: only its own future says so */
			while (conc_future_ready(&shared.back[index - 1])) conc_yield();
			continue;
		}
		if (round % 3 == 0) crew_delay(2000);
		future_long_fulfil(&shared.f, round * 3, CONC_HERE);
		future_wide_fulfil(&shared.w, (struct wide){round, round}, CONC_HERE);
		for (int i = 0; i < READERS; i++)
			CHECK(future_long_read(&shared.back[i], CONC_HERE) == round);
		conc_future_reset(&shared.f);
		conc_future_reset(&shared.w);
		for (int i = 0; i < READERS; i++) conc_future_reset(&shared.back[i]);
	}
}

static void rounds(void **state)
{
	enum crew_kind (*kinds[])(int) = {crew_user_only, crew_mixed};

	(void)state;
	for (int k = 0; k < 2; k++) {
		memset(&shared, 0, sizeof(shared));
		crew_run(1 + READERS, kinds[k], serve, NULL);
		assert_int_equal(shared.f.conc_future.conc_state, 0);
	}
}

/* ---- One of many fulfils; cancel against fulfil; reset under those who wait ---- */

static long winners, failures, value_got;
static uint32_t resets;

static void contend(int index, void *argument)
{
	long value = -1;

	(void)argument;
	if (index < 3) {
		crew_delay((unsigned)index * 100);
		if (future_long_fulfil_ok(&shared.f, index, CONC_HERE))
			__atomic_add_fetch(&winners, 1 + 10 * index, __ATOMIC_RELAXED);
	} else if (index == 3) {
		crew_delay(100);
		if (conc_future_cancel(&shared.f)) __atomic_add_fetch(&winners, 1, __ATOMIC_RELAXED);
	} else if (index == 4) {
		while (conc_future_ready(&shared.w) == false && add_relaxed(&resets, 1) % 50)
			conc_future_reset(&shared.w);
		future_wide_fulfil(&shared.w, (struct wide){1, 2}, CONC_HERE);
	} else if (future_long_read_ok(&shared.f, &value, CONC_HERE)) {
		__atomic_store_n(&value_got, value, __ATOMIC_RELAXED);
	} else {
		__atomic_add_fetch(&failures, 1, __ATOMIC_RELAXED);
	}
	CHECK(index != 6 || future_wide_read(&shared.w, CONC_HERE).b == 2);
}

static void one_wins(void **state)
{
	(void)state;
	for (int i = 0; i < 1000; i++) {
		memset(&shared, 0, sizeof(shared));
		winners = failures = 0, value_got = -1;
		crew_run(8, i % 2 ? crew_user_only : crew_mixed, contend, NULL);
		assert_int_equal(winners % 10, 1);
		assert_true(failures == 0 || failures == 3);
		if (failures == 0) assert_int_equal(winners / 10, value_got);
	}
}

/* ---- A reader that is cancelled ---- */

CONC_TASK_TYPE(int, number_task);

static int read_or_give_up(future_int *f)
{
	int value = 5;

	return future_int_read_ok(f, &value, CONC_HERE) ? value : -value;
}

CONC_SPAWN1(spawn_read_or_give_up, int, number_task, read_or_give_up, future_int *);

static void cancelled_reader(void **state)
{
	(void)state;
	for (int i = 0; i < 300; i++) {
		future_int f = {{0}, 0};
		number_task t = spawn_read_or_give_up(CONC_HERE, &f);
		int got;

		if (i % 3) conc_yield();
		if (i % 2) crew_delay((unsigned)i * 10);
		conc_abi_cancel(t.conc_task, CONC_HERE);
		if (i % 5 == 0) future_int_fulfil(&f, 9, CONC_HERE);
		got = number_task_join(&t, CONC_HERE);
		assert_true(got == -5 || (got == 9 && i % 5 == 0));
		number_task_end(&t);
		future_int_end(&f);
	}
}

/* ---- What stops the program ---- */

static void fulfil_twice(void *argument)
{
	future_int *f = argument;

	future_int_fulfil(f, 1, CONC_HERE);
	future_int_fulfil(f, 1, CONC_HERE);
}

static void read_cancelled(void *argument)
{
	conc_future_cancel((future_int *)argument);
	future_int_read(argument, CONC_HERE);
}

static void read_cancelled_clause(void *argument)
{
	CONC_WAITUNTIL(1, 1);
	conc_future_cancel((future_int *)argument);
	CONC_READ_CLAUSE(1, 0, 1, future_int, (future_int *)argument);
	CONC_WAIT(1);
}

static void fulfil_cancelled(void *argument)
{
	conc_future_cancel((future_int *)argument);
	future_int_fulfil(argument, 1, CONC_HERE);
}

static void read_it(future_int *f) { future_int_read(f, CONC_HERE); }

CONC_SPAWN1_VOID(spawn_read, void_task, read_it, future_int *);

static void end_with_reader(void *argument)
{
	future_int *f = argument;
	void_task t = spawn_read(CONC_HERE, f);

	while (f->conc_future.conc_state == 0) conc_sleep(CONC_MS(1));
	future_int_end(f);
	void_task_end(&t);
}

static void never_fulfilled(void *argument) { future_int_read(argument, CONC_HERE); }

static void misuse(void **state)
{
	struct {
		void (*f)(void *);
		const char *word;
	} tests[] = {{fulfil_twice, "fulfilled before"}, {read_cancelled, "that was cancelled"},
		{read_cancelled_clause, "that was cancelled"}, {fulfil_cancelled, "that was cancelled"},
		{end_with_reader, "ends while thread read_it"},
		{never_fulfilled, "waits for future, at"}};

	(void)state;
	for (size_t i = 0; i < sizeof(tests) / sizeof(*tests); i++) {
		future_int f = {{0}, 0};

		expect_stop(tests[i].f, &f, tests[i].word, "test_future.c:", NULL);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(states), cmocka_unit_test(sizes), cmocka_unit_test(ready_statements),
		cmocka_unit_test(cancelled_clauses), cmocka_unit_test(rounds),
		cmocka_unit_test(one_wins), cmocka_unit_test(cancelled_reader), cmocka_unit_test(misuse),
	};

	return crew_tests(tests);
}
