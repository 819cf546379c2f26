/* SPDX-License-Identifier: MIT */
/* conc_condition: with every lock, all depths, deadlines against signals, order. */
#include <errno.h>

#undef errno
#include "crew.h"
#include "clauses.h"
#include "port/atomic.h"

static conc_condition c;
static conc_mutex m;
static conc_owner_lock owner;
static conc_spin_lock spin;
static conc_rw_lock rw;
static conc_semaphore unit = {1, 0};
static int turn;

#define PASS_ON(lock, unlock, operand) \
	for (int i = 0; i < 300; i++) { \
		lock; \
		while (turn % 4 != index) conc_wait(&c, operand); \
		turn++; \
		conc_broadcast(&c); \
		unlock; \
	}

static void with_mutex(int index, void *argument)
{
	(void)argument;
	PASS_ON(conc_mutex_lock(&m), conc_mutex_unlock(&m), &m)
}

static void with_owner_lock(int index, void *argument)
{
	(void)argument;
	PASS_ON(conc_owner_lock_lock(&owner); conc_owner_lock_lock(&owner),
		conc_owner_lock_unlock(&owner); conc_owner_lock_unlock(&owner), &owner)
}

static void with_spin_lock(int index, void *argument)
{
	(void)argument;
	PASS_ON(conc_spin_lock_lock(&spin), conc_spin_lock_unlock(&spin), &spin)
}

static void with_rw_lock(int index, void *argument)
{
	(void)argument;
	PASS_ON(conc_rw_lock_lock(&rw), conc_rw_lock_unlock(&rw), &rw)
}

static void with_semaphore(int index, void *argument)
{
	(void)argument;
	PASS_ON(conc_semaphore_wait(&unit), conc_semaphore_post(&unit), &unit)
}

static void every_lock(void **state)
{
	enum crew_kind (*kinds[])(int) = {crew_user_only, crew_foreign_only, crew_mixed};
	crew_work *works[] = {with_mutex, with_owner_lock, with_spin_lock, with_rw_lock,
		with_semaphore};

	(void)state;
	for (int k = 0; k < 3; k++) {
		for (int w = 0; w < 5; w++) {
			turn = 0;
			crew_run(4, kinds[k], works[w], NULL);
			assert_int_equal(turn, 1200);
			assert_int_equal(c.conc_queue, 0);
		}
	}
}

/* Readers wait with the lock held for reading; the writer can get in meanwhile. */
static int written;

static void read_or_write(int index, void *argument)
{
	(void)argument;
	if (index == 0) {
		conc_sleep(CONC_MS(10));
		CONC_HOLD(1, conc_rw_lock, &rw);
		written = 1;
		conc_broadcast(&c);
	} else {
		CONC_HOLD(2, conc_rw_reader, conc_reading(&rw));
		while (!written) conc_wait(&c, conc_reading(&rw));
	}
}

static void readers_wait(void **state)
{
	(void)state;
	crew_run(5, crew_mixed, read_or_write, NULL);
	assert_int_equal(rw.conc_mutex.conc_state, 0);
}

static void deadline_passes(void **state)
{
	uint64_t start = conc_now();

	(void)state;
	conc_mutex_lock(&m);
	assert_int_equal(conc_wait_for(&c, &m, CONC_MS(20)), -ETIMEDOUT);
	assert_true(conc_now() - start >= 20 * 1000 * 1000);
	assert_int_equal(conc_wait_for(&c, &m, 0), -ETIMEDOUT);
	assert_int_equal(conc_wait_for(&c, &m, -5), -ETIMEDOUT);
	assert_false(conc_mutex_try_lock(&m));
	conc_mutex_unlock(&m);
	assert_int_equal(c.conc_queue, 0);
}

/* Deadlines race with signals: a signal that found a waiter is reported to that waiter. */
static uint32_t signalled, woken, finished;

static void signal_or_wait(int index, void *argument)
{
	unsigned random = (unsigned)index;

	(void)argument;
	if (index < 2) {
		while (load_acquire(&finished) < 4) {
			conc_mutex_lock(&m);
			if (load_relaxed(&c.conc_queue) && crew_random(&random) % 2) {
				signalled += 4; /* at most so many wait */
				conc_broadcast(&c);
			} else if (load_relaxed(&c.conc_queue)) {
				signalled++;
				conc_signal(&c);
			}
			conc_mutex_unlock(&m);
			crew_delay(crew_random(&random) % 3000);
		}
		return;
	}
	for (int i = 0; i < 1000; i++) {
		conc_mutex_lock(&m);
		if (conc_wait_for(&c, &m, crew_random(&random) % 20000) == 0) woken++;
		conc_mutex_unlock(&m);
	}
	add_acq_rel(&finished, 1);
}

static void deadlines_race_with_signals(void **state)
{
	enum crew_kind (*kinds[])(int) = {crew_user_only, crew_foreign_only, crew_mixed};

	(void)state;
	for (int k = 0; k < 3; k++) {
		signalled = woken = finished = 0;
		crew_run(6, kinds[k], signal_or_wait, NULL);
		assert_true(woken <= signalled); /* a look at the queue may be outdated by a deadline */
		assert_true(woken > 0);
		assert_int_equal(c.conc_queue, 0);
	}
}

/* A condition as a queue: a signal wakes one, the one that came first. */
static int served[6], serials;

static void queue_up(int index, void *argument)
{
	(void)argument;
	if (index == 6) {
		crew_await_queue(&c.conc_queue, 6);
		for (int i = 0; i < 6; i++) {
			conc_signal(&c);
			for (int now = 0; now != i + 1; conc_yield()) {
				conc_mutex_lock(&m);
				now = serials;
				CHECK(now <= i + 1);
				conc_mutex_unlock(&m);
			}
		}
		return;
	}
	crew_await_queue(&c.conc_queue, index);
	conc_mutex_lock(&m);
	conc_wait(&c, &m);
	served[serials++] = index;
	conc_mutex_unlock(&m);
}

static void one_signal_one_waiter(void **state)
{
	(void)state;
	serials = 0;
	crew_run(7, crew_mixed, queue_up, NULL);
	for (int i = 0; i < 6; i++) assert_int_equal(served[i], i);
}

/* Who waits, and what it says. */
static void wait_with(int index, void *argument)
{
	(void)argument;
	if (index < 4) {
		crew_await_queue(&c.conc_queue, index);
		conc_mutex_lock(&m);
		if (index % 2) conc_wait_with(&c, &m, (uintptr_t)index);
		else if (index) CHECK(conc_wait_for(&c, &m, CONC_S(3600)) == 0);
		else conc_wait(&c, &m);
		conc_mutex_unlock(&m);
		return;
	}
	crew_await_queue(&c.conc_queue, 4);
	conc_mutex_lock(&m);
	for (uintptr_t i = 0; i < 4; i++) {
		CHECK(conc_waiting(&c));
		CHECK(conc_front(&c) == (i % 2 ? i : 0));
		conc_signal(&c);
	}
	CHECK(!conc_waiting(&c));
	conc_mutex_unlock(&m);
}

static void information(void **state)
{
	enum crew_kind (*kinds[])(int) = {crew_user_only, crew_foreign_only, crew_mixed};

	(void)state;
	for (int k = 0; k < 3; k++) crew_run(5, kinds[k], wait_with, NULL);
}

/* All locks of a statement; one is there twice. */
static conc_mutex more[3];

static void with_all_locks(int index, void *argument)
{
	(void)argument;
	for (int i = 0; i < 200; i++) {
		if (index % 2) {
			CONC_HOLD4(1, conc_mutex, &more[2], &more[0], &more[1], &more[0]);
			while (turn % 4 != index) conc_wait(&c, CONC_HELD_LOCKS(1, conc_mutex));
			turn++;
			conc_broadcast(&c);
		} else {
			CONC_HOLD_MIXED(2, CONC_AS(conc_owner_lock, &owner), CONC_AS(conc_mutex, &more[0]),
				CONC_AS(conc_owner_lock, &owner), CONC_AS(conc_semaphore, &unit));
			CONC_HOLD(3, conc_owner_lock, &owner); /* a second time */
			while (turn % 4 != index)
				if (i % 2) conc_wait(&c, CONC_HELD_LOCKS_MIXED(2));
				else (void)conc_wait_for(&c, CONC_HELD_LOCKS_MIXED(2), CONC_US(50));
			CHECK(owner.conc_depth == 1);
			turn++;
			conc_broadcast(&c);
		}
	}
}

static void all_locks(void **state)
{
	enum crew_kind (*kinds[])(int) = {crew_user_only, crew_foreign_only, crew_mixed};

	(void)state;
	for (int k = 0; k < 3; k++) {
		turn = 0;
		crew_run(4, kinds[k], with_all_locks, NULL);
		assert_int_equal(turn, 800);
		for (int i = 0; i < 3; i++) assert_int_equal(more[i].conc_state, 0);
		assert_int_equal(owner.conc_mutex.conc_state | owner.conc_depth, 0);
		assert_true(conc_semaphore_try_wait(&unit));
		conc_semaphore_post(&unit);
	}
}

/* Statements: the lock is given up while they wait, and held in each block. */
static conc_semaphore other = {0, 0}, more_rounds = {0, 0};
static int inside;

static void alone(void)
{
	CHECK(inside++ == 0);
	inside--;
}

/* Turns: no signal is lost. */
static void by_clause(int index, void *argument)
{
	(void)argument;
	for (int i = 0; i < 300; i++) {
		conc_owner_lock_lock(&owner);
		conc_owner_lock_lock(&owner);
		while (turn % 4 != index) {
			CONC_GIVEN_UP(1);
			CONC_WAITUNTIL(1, 3);
			CONC_CONDITION_CLAUSE(1, 0, 1, &c, &owner, (uintptr_t)index);
			CONC_LOCK_CLAUSE(1, 1, 1, conc_semaphore, &other);
			CONC_TIMEOUT_CLAUSE(1, 2, 1, CONC_S(3600));
			CONC_WAIT(1);
			alone();
			CHECK(owner.conc_depth == 1 && CONC_CHOSEN(1, 0));
		}
		turn++;
		conc_broadcast(&c);
		conc_owner_lock_unlock(&owner);
		conc_owner_lock_unlock(&owner);
	}
}

/* Limits, other clauses and signals race; what a signal has woken says so. */
static void race_by_clause(int index, void *argument)
{
	unsigned random = (unsigned)index;

	(void)argument;
	if (index == 0) {
		while (load_acquire(&finished) < 4) {
			conc_mutex_lock(&m);
			alone();
			if (conc_waiting(&c)) {
				signalled++;
				conc_signal(&c);
			}
			conc_mutex_unlock(&m);
			if (load_relaxed(&other.conc_count) < 0 && crew_random(&random) % 4 == 0)
				conc_semaphore_post(&other); /* somebody waits for it */
			crew_delay(crew_random(&random) % 3000);
			conc_yield();
		}
		return;
	}
	for (int i = 0; i < 500; i++) {
		conc_mutex_lock(&m);
		{
			CONC_GIVEN_UP(1);
			CONC_WAITUNTIL(1, 3);
			CONC_CONDITION_CLAUSE(1, 0, 1, &c, &m, 0);
			CONC_LOCK_CLAUSE(1, 1, 1, conc_semaphore, &other);
			CONC_KEPT_(1, 1);
			CONC_TIMEOUT_CLAUSE(1, 2, 1, crew_random(&random) % 20000);
			if (i % 2) CONC_WAIT(1);
			else CONC_WAIT_FAIR(1);
			alone();
			woken += CONC_CHOSEN(1, 0);
		}
		alone();
		conc_mutex_unlock(&m);
	}
	add_acq_rel(&finished, 1);
}

/* `and`: a signal that comes while another block runs, or before it, is kept. The statement does not test again. */
static conc_condition first;

static void both_blocks(int index, void *argument)
{
	unsigned random = (unsigned)index;

	(void)argument;
	for (int i = 0; i < 1500; i++) {
		if (index) {
			conc_semaphore_wait(&more_rounds);
			crew_delay(crew_random(&random) % 2000);
			if (i % 2) conc_semaphore_post(&other);
			conc_mutex_lock(&m); /* it has waited since, or has run the other block */
			if (i % 3) conc_signal(&first);
			else conc_broadcast(&first);
			conc_mutex_unlock(&m);
			if (i % 2 == 0) conc_semaphore_post(&other);
			continue;
		}
		conc_mutex_lock(&m);
		conc_semaphore_post(&more_rounds);
		{
			CONC_GIVEN_UP(1);
			CONC_WAITUNTIL_AND(1, 2);
			CONC_CONDITION_CLAUSE(1, 0, 1, &first, &m, 0);
			CONC_LOCK_CLAUSE(1, 1, 1, conc_semaphore, &other);
			CONC_KEPT_(1, 1);
			do {
				CONC_WAIT(1);
				alone();
				crew_delay(crew_random(&random) % 1000);
			} while (!(CONC_RAN(1, 0) && CONC_RAN(1, 1)));
		}
		conc_mutex_unlock(&m);
	}
}

static void clauses(void **state)
{
	enum crew_kind (*kinds[])(int) = {crew_user_only, crew_foreign_only, crew_mixed};

	(void)state;
	for (int k = 0; k < 3; k++) {
		turn = 0;
		crew_run(4, kinds[k], by_clause, NULL);
		assert_int_equal(turn, 1200);
		signalled = woken = finished = 0;
		crew_run(5, kinds[k], race_by_clause, NULL);
		assert_true(woken <= signalled);
		assert_true(woken > 0);
		while (conc_semaphore_try_wait(&other)) {}
		crew_run(2, kinds[k], both_blocks, NULL);
		assert_int_equal(c.conc_queue | first.conc_queue | m.conc_state | m.conc_queue, 0);
		assert_int_equal(owner.conc_mutex.conc_state | owner.conc_depth | other.conc_queue, 0);
		assert_false(conc_semaphore_try_wait(&other));
	}
}

static void two_locks(void *unused)
{
	(void)unused;
	conc_mutex_lock(&m);
	CONC_GIVEN_UP(1);
	CONC_WAITUNTIL(1, 2);
	CONC_CONDITION_CLAUSE(1, 0, 1, &c, &m, 0);
	CONC_CONDITION_CLAUSE(1, 1, 1, &c, &owner, 0);
	CONC_WAIT(1);
}

static void clause_without_lock(void *unused)
{
	(void)unused;
	CONC_GIVEN_UP(1);
	CONC_WAITUNTIL(1, 2);
	CONC_CONDITION_CLAUSE(1, 0, 1, &c, &m, 0);
	CONC_TIMEOUT_CLAUSE(1, 1, 1, CONC_MS(1));
	CONC_WAIT(1);
}

static void front_of_nobody(void *unused)
{
	(void)unused;
	conc_front(&c);
}

static void wait_without_lock(void *unused)
{
	(void)unused;
	conc_wait(&c, &m);
}

static void misuse_stops(void **state)
{
	(void)state;
	expect_stop(two_locks, NULL, "test_condition.c:", "two locks", NULL);
	expect_stop(clause_without_lock, NULL, "test_condition.c:", "conc_mutex", "not locked", NULL);
	expect_stop(front_of_nobody, NULL, "test_condition.c:", "no thread waits", NULL);
	expect_stop(wait_without_lock, NULL, "test_condition.c:", "conc_mutex", "not locked", NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_lock), cmocka_unit_test(readers_wait),
		cmocka_unit_test(deadline_passes), cmocka_unit_test(deadlines_race_with_signals),
		cmocka_unit_test(one_signal_one_waiter), cmocka_unit_test(information),
		cmocka_unit_test(all_locks), cmocka_unit_test(clauses), cmocka_unit_test(misuse_stops),
	};

	return crew_tests(tests);
}
