/* SPDX-License-Identifier: MIT */
/* The mutex statement: order, duplicates, release, null, and the sorting networks. */
#include "crew.h"

struct noisy { int held; };

static struct noisy *trace[64];
static int traced;

static void noisy_lock(struct noisy *n)
{
	assert_int_equal(n->held, 0);
	n->held = 1;
	trace[traced++] = n;
}

static void noisy_unlock(struct noisy *n)
{
	assert_int_equal(n->held, 1);
	n->held = 0;
	trace[traced++] = n;
}

CONC_IMPL_LOCK(noisy, struct noisy, noisy_lock, noisy_unlock);

#define MOST 8
static struct noisy locks[MOST];

/* Locks were taken in address order, each once, and released in reverse. */
static void check_trace(const struct noisy *const *operand, int n)
{
	bool wanted[MOST] = {false};
	int distinct = 0;

	for (int i = 0; i < n; i++) wanted[operand[i] - locks] = true;
	for (int i = 0; i < MOST; i++) distinct += wanted[i];
	assert_int_equal(traced, 2 * distinct);
	for (int i = 0, t = 0; i < MOST; i++) {
		if (!wanted[i]) continue;
		assert_ptr_equal(trace[t], &locks[i]);
		assert_ptr_equal(trace[traced - 1 - t], &locks[i]);
		t++;
	}
	traced = 0;
}

static void hold(struct noisy **o, int n)
{
	switch (n) {
	case 1: { CONC_HOLD(1, noisy, o[0]); break; }
	case 2: { CONC_HOLD2(2, noisy, o[0], o[1]); break; }
	case 3: { CONC_HOLD3(3, noisy, o[0], o[1], o[2]); break; }
	case 4: { CONC_HOLD4(4, noisy, o[0], o[1], o[2], o[3]); break; }
	case 5: { CONC_HOLD5(5, noisy, o[0], o[1], o[2], o[3], o[4]); break; }
	case 6: { CONC_HOLD6(6, noisy, o[0], o[1], o[2], o[3], o[4], o[5]); break; }
	case 7: {
		CONC_HOLD_MIXED(7, CONC_AS(noisy, o[0]), CONC_AS(noisy, o[1]), CONC_AS(noisy, o[2]),
			CONC_AS(noisy, o[3]), CONC_AS(noisy, o[4]), CONC_AS(noisy, o[5]),
			CONC_AS(noisy, o[6]));
		break;
	}
	default: fail();
	}
}

/* Every sequence of n of n locks: all orders, and all ways to name some of them twice. */
static void every_order(void **state)
{
	(void)state;
	for (int n = 1; n <= 7; n++) {
		int count = 1;

		for (int i = 0; i < n; i++) count *= n;
		for (int c = 0; c < count; c++) {
			struct noisy *o[MOST];

			for (int i = 0, rest = c; i < n; i++, rest /= n) o[i] = &locks[rest % n];
			hold(o, n);
			check_trace((const struct noisy *const *)o, n);
		}
	}
}

static int leave_by(int way)
{
	for (int i = 0; i < 3; i++) {
		CONC_HOLD2(1, noisy, &locks[1], &locks[0]);
		if (way == 0) break;
		if (way == 1) continue;
		if (way == 2) return locks[0].held + locks[1].held;
		if (way == 3) goto out;
	}
	return 0;
out:
	return 5;
}

static void released_however_left(void **state)
{
	(void)state;
	for (int way = 0; way < 4; way++) {
		int result = leave_by(way);

		assert_int_equal(result, way == 2 ? 2 : way == 3 ? 5 : 0);
		assert_int_equal(traced, way == 1 ? 12 : 4);
		assert_int_equal(locks[0].held + locks[1].held, 0);
		traced = 0;
	}
}

static conc_mutex m[40];
static conc_owner_lock owner;
static conc_rw_lock rw;
static conc_spin_lock spin;
static conc_semaphore units = CONC_SEMAPHORE(2);

static void mixed_kinds(void **state)
{
	(void)state;
	{
		CONC_HOLD_MIXED(1, CONC_AS(conc_mutex, &m[0]), CONC_AS(conc_rw_reader, conc_reading(&rw)),
			CONC_AS(conc_owner_lock, &owner), CONC_AS(conc_semaphore, &units),
			CONC_AS(noisy, &locks[0]), CONC_AS(conc_mutex, &m[0]));
		assert_int_equal(traced, 1);
		assert_int_equal(units.conc_count, 1);
		assert_true(conc_rw_lock_try_read_lock(&rw));
		conc_rw_lock_read_unlock(&rw);
		assert_false(conc_rw_lock_try_lock(&rw));
		assert_false(conc_mutex_try_lock(&m[0]));
		CONC_HOLD(2, conc_owner_lock, &owner);
	}
	assert_int_equal(traced, 2);
	traced = 0;
	assert_int_equal(units.conc_count, 2);
	assert_true(conc_mutex_try_lock(&m[0]));
	conc_mutex_unlock(&m[0]);
	assert_true(conc_rw_lock_try_lock(&rw));
	conc_rw_lock_unlock(&rw);
}

static void exclusive_wins_over_shared(void **state)
{
	(void)state;
	for (int order = 0; order < 2; order++) {
		if (order) {
			CONC_HOLD_MIXED(1, CONC_AS(conc_rw_lock, &rw),
				CONC_AS(conc_rw_reader, conc_reading(&rw)));
			assert_false(conc_rw_lock_try_read_lock(&rw));
		} else {
			CONC_HOLD_MIXED(2, CONC_AS(conc_rw_reader, conc_reading(&rw)),
				CONC_AS(conc_rw_lock, &rw));
			assert_false(conc_rw_lock_try_read_lock(&rw));
		}
		assert_int_equal(rw.conc_mutex.conc_state, 0);
	}
}

static void thirty_two(void **state)
{
#define M(i) CONC_AS(conc_mutex, &m[(i) * 7 % 32])
#define M8(i) M(i), M((i) + 1), M((i) + 2), M((i) + 3), M((i) + 4), M((i) + 5), M((i) + 6), M((i) + 7)
	(void)state;
	{
		CONC_HOLD_MIXED(1, M8(0), M8(8), M8(16), M8(24));
		for (int i = 0; i < 32; i++) assert_false(conc_mutex_try_lock(&m[i]));
		assert_true(conc_mutex_try_lock(&m[32]));
		conc_mutex_unlock(&m[32]);
	}
	for (int i = 0; i < 32; i++) assert_int_equal(m[i].conc_state, 0);
}

/* A struct whose first member is a lock of another kind, at the same address. */
static void same_address_other_kind(void **state)
{
	struct both { struct noisy outer; } *b = (struct both *)(void *)&m[39];

	(void)state;
	memset(&m[39], 0, sizeof(m[39]));
	{
		struct noisy *n = &locks[7];
		CONC_HOLD_MIXED(1, CONC_AS(noisy, n), CONC_AS(conc_spin_lock, &spin),
			CONC_AS(noisy, n));
		assert_int_equal(traced, 1);
	}
	traced = 0;
	(void)b;
}

struct account { long balance; struct conc_owner_lock conc_owner; };

static void monitors(void **state)
{
	struct account a[2] = {{.balance = 1}, {.balance = 2}}, *p = a;
	int evaluated = 0;

	(void)state;
	{
		CONC_HOLD2(1, conc_owner_lock, CONC_MONITOR((evaluated++, &p[1])), CONC_MONITOR(p));
		CONC_HOLD(2, conc_owner_lock, CONC_MONITOR(p));
		assert_int_equal(evaluated, 1);
		assert_int_equal(p->conc_owner.conc_depth, 1);
		assert_int_equal(p[1].conc_owner.conc_depth, 0);
	}
	assert_int_equal(p->conc_owner.conc_mutex.conc_state, 0);
	assert_int_equal(p[1].conc_owner.conc_mutex.conc_state, 0);
}

static void hold_null(void *null)
{
	CONC_HOLD2(1, conc_mutex, &m[0], null);
}

static void hold_mixed_null(void *null)
{
	CONC_HOLD_MIXED(1, CONC_AS(conc_mutex, &m[0]), CONC_AS(conc_spin_lock, null));
}

static void hold_null_monitor(void *null)
{
	CONC_HOLD(1, conc_owner_lock, CONC_MONITOR((struct account *)null));
}

static void null_operand_stops(void **state)
{
	(void)state;
	expect_stop(hold_null, NULL, "test_mutex_statement.c:", "conc: mutex on a null pointer",
	            NULL);
	expect_stop(hold_mixed_null, NULL,
	            "test_mutex_statement.c:", "conc: mutex on a null pointer", NULL);
	expect_stop(hold_null_monitor, NULL,
	            "test_mutex_statement.c:", "conc: mutex on a null pointer", NULL);
}

/* mutex (a, b) and mutex (b, a) by many threads: no deadlock, no lost update. */
static struct { conc_mutex lock; long value; } cell[4];

static void opposite_orders(int index, void *argument)
{
	(void)argument;
	for (int i = 0; i < 2000; i++) {
		int a = (index + i) % 4, b = (index + i * 3 + 1) % 4;

		CONC_HOLD2(1, conc_mutex, &cell[a].lock, &cell[b].lock);
		cell[a].value++;
		if (b != a) cell[b].value--;
	}
}

static void no_deadlock(void **state)
{
	long sum = 0, own = 0;

	(void)state;
	crew_run(9, crew_mixed, opposite_orders, NULL);
	for (int i = 0; i < 4; i++) sum += cell[i].value;
	for (int index = 0; index < 9; index++)
		for (int i = 0; i < 2000; i++) own += (index + i) % 4 == (index + i * 3 + 1) % 4;
	assert_int_equal(sum, own);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_order), cmocka_unit_test(released_however_left),
		cmocka_unit_test(mixed_kinds), cmocka_unit_test(exclusive_wins_over_shared),
		cmocka_unit_test(thirty_two), cmocka_unit_test(same_address_other_kind),
		cmocka_unit_test(monitors), cmocka_unit_test(null_operand_stops),
		cmocka_unit_test(no_deadlock),
	};

	return crew_tests(tests);
}
