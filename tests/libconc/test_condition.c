/* SPDX-License-Identifier: MIT */
/* conc_condition: with every lock, all depths, deadlines against signals, order; lending. */
#include <errno.h>

#undef errno
#include "crew.h"
#include "clauses.h"
#include "kernel/mutex_core.h"
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

/* conc_signal_block: the waiter finds what the lender has left, the lender what the waiter has made of it, and nobody
 * comes between, although many try: a barging thread clears what is left. Lending threads lend again while they have
 * been lent the lock. */
enum { LENDERS = 2, WAITERS = 3, BARGING = 3, LENT = 300 };
static int left, last_left;
static bool limits; /* of the waits: a waiter may have gone after it was seen */

#define LEND(operand) \
	{ \
		int mine = left = ++last_left; \
		conc_signal_block(&c, operand); \
		CHECK(left == -mine || (limits && left == mine)); \
	}
#define BORROWED(operand, random) \
	{ \
		int found = left; \
		CHECK(found > 0); \
		crew_delay(crew_random(random) % 2000); \
		if (crew_random(random) % 2 && conc_waiting(&c)) LEND(operand) \
		left = -found; \
	}
#define EXCHANGE(lock, unlock, operand, barge) \
	unsigned random = (unsigned)index + 1; \
	(void)argument; \
	if (index < LENDERS) { \
		while (load_acquire(&finished) < WAITERS) { \
			lock; \
			if (conc_waiting(&c)) { \
				LEND(operand) \
				signalled += left < 0; \
			} \
			left = 0; \
			unlock; \
			conc_yield(); \
		} \
	} else if (index < LENDERS + WAITERS) { \
		for (int i = 0; i < LENT; i++) { \
			lock; \
			conc_wait(&c, operand); \
			BORROWED(operand, &random) \
			unlock; \
		} \
		add_acq_rel(&finished, 1); \
	} else { \
		while (load_acquire(&finished) < WAITERS) { \
			barge; \
			crew_delay(crew_random(&random) % 500); \
			if (crew_random(&random) % 2) conc_yield(); \
		} \
	}

static void clear_mutex(bool may_wait)
{
	if (may_wait) conc_mutex_lock(&m);
	else if (!conc_mutex_try_lock(&m)) return;
	left = 0;
	conc_mutex_unlock(&m);
}

static void lend_mutex(int index, void *argument)
{
	EXCHANGE(conc_mutex_lock(&m), conc_mutex_unlock(&m), &m, clear_mutex(crew_random(&random) % 2))
}

/* Depths differ, and come back. */
static void lend_owner_lock(int index, void *argument)
{
	EXCHANGE(for (int d = 0; d <= index; d++) conc_owner_lock_lock(&owner),
		CHECK(owner.conc_depth == (unsigned)index);
		for (int d = 0; d <= index; d++) conc_owner_lock_unlock(&owner), &owner,
		conc_owner_lock_lock(&owner); left = 0; conc_owner_lock_unlock(&owner);
		CONC_HOLD(1, conc_owner_reader, &owner); CHECK(left <= 0))
}

/* Readers look: none has the lock while something is left. */
static void look_rw_lock(void)
{
	CONC_HOLD(1, conc_rw_reader, conc_reading(&rw));
	CHECK(left <= 0);
}

static void lend_rw_lock(int index, void *argument)
{
	EXCHANGE(conc_rw_lock_lock(&rw), conc_rw_lock_unlock(&rw), &rw, look_rw_lock())
}

/* The one lock of a statement, which is there twice; and with a kind each. */
static void lend_statement(int index, void *argument)
{
	unsigned random = (unsigned)index + 1;

	(void)argument;
	if (index < LENDERS || index >= LENDERS + WAITERS) {
		lend_mutex(index, argument);
		return;
	}
	for (int i = 0; i < LENT; i++) {
		if (i % 2) {
			CONC_HOLD2(1, conc_mutex, &m, &m);
			conc_wait(&c, CONC_HELD_LOCKS(1, conc_mutex));
			BORROWED(&m, &random)
		} else {
			CONC_HOLD_MIXED(2, CONC_AS(conc_mutex, &m));
			CHECK(conc_wait_for(&c, CONC_HELD_LOCKS_MIXED(2), CONC_S(3600)) == 0);
			BORROWED(&m, &random)
		}
	}
	add_acq_rel(&finished, 1);
}

/* Limits and other clauses race with the lending: who was lent the lock says so. */
static void lend_limited(int index, void *argument)
{
	unsigned random = (unsigned)index + 1;

	(void)argument;
	if (index < LENDERS || index >= LENDERS + WAITERS) {
		if (index == 0 && load_relaxed(&other.conc_count) < 0) conc_semaphore_post(&other);
		lend_owner_lock(index, argument);
		return;
	}
	for (int i = 0; i < LENT; i++) {
		conc_owner_lock_lock(&owner);
		conc_owner_lock_lock(&owner);
		if (i % 3 == 0) {
			if (conc_wait_for(&c, &owner, crew_random(&random) % 20000) == 0) {
				woken++;
				BORROWED(&owner, &random)
			}
		} else {
			CONC_GIVEN_UP(1);
			CONC_WAITUNTIL(1, 3);
			CONC_CONDITION_CLAUSE(1, 0, 1, &c, &owner, 0);
			CONC_LOCK_CLAUSE(1, 1, 1, conc_semaphore, &other);
			CONC_KEPT_(1, 1);
			CONC_TIMEOUT_CLAUSE(1, 2, 1, crew_random(&random) % 20000);
			if (i % 3 == 1) CONC_WAIT(1);
			else CONC_WAIT_FAIR(1);
			if (CONC_CHOSEN(1, 0)) {
				woken++;
				BORROWED(&owner, &random)
			}
		}
		CHECK(owner.conc_depth == 1);
		conc_owner_lock_unlock(&owner);
		conc_owner_lock_unlock(&owner);
	}
	add_acq_rel(&finished, 1);
}

static void lends(void **state)
{
	enum crew_kind (*kinds[])(int) = {crew_user_only, crew_foreign_only, crew_mixed};
	crew_work *works[] = {lend_mutex, lend_owner_lock, lend_rw_lock, lend_statement, lend_limited};

	(void)state;
	for (int k = 0; k < 3; k++) {
		for (int w = 0; w < 5; w++) {
			signalled = woken = finished = 0;
			left = 0;
			limits = works[w] == lend_limited;
			crew_run(LENDERS + WAITERS + BARGING, kinds[k], works[w], NULL);
			assert_true(signalled > 0);
			if (limits) assert_true(woken >= signalled);
			assert_int_equal(c.conc_queue | m.conc_state | m.conc_queue, 0);
			assert_int_equal(owner.conc_mutex.conc_state | owner.conc_mutex.conc_queue, 0);
			assert_int_equal(rw.conc_mutex.conc_state | rw.conc_mutex.conc_queue, 0);
			assert_int_equal(owner.conc_depth, 0);
		}
	}
}

/* With CONC_DEBUG=1: the lists of held locks go with the lock. */
static void lends_in_debug_mode(void **state)
{
	crew_work *works[] = {lend_mutex, lend_owner_lock, lend_rw_lock};

	(void)state;
	limits = false;
	conc_abi_unlocked = CONC_LOCK_NEVER;
	conc_order_records = true;
	for (int w = 0; w < 3; w++) {
		finished = 0;
		crew_run(LENDERS + WAITERS + BARGING, crew_mixed, works[w], NULL);
		assert_int_equal(conc_thread_self()->held_count, 0);
		assert_int_equal(m.conc_state | owner.conc_mutex.conc_state | rw.conc_mutex.conc_state, 0);
	}
	conc_order_records = false;
	conc_abi_unlocked = 0;
}

/* Nobody waits: nothing happens. A clause whose statement does not wait keeps the signal. */
static void lends_to_nobody(void **state)
{
	(void)state;
	conc_mutex_lock(&m);
	conc_signal_block(&c, &m);
	assert_int_equal(c.conc_queue, 0);
	{
		CONC_GIVEN_UP(1);
		CONC_WAITUNTIL_AND(1, 2);
		CONC_CONDITION_CLAUSE(1, 0, 1, &first, &m, 0);
		CONC_LOCK_CLAUSE(1, 1, 1, conc_semaphore, &unit);
		CONC_KEPT_(1, 1);
		CONC_WAIT(1); /* the unit, at the first look: the condition does not know the clause */
		conc_signal_block(&first, &m);
		assert_true(CONC_CHOSEN(1, 1));
	}
	conc_semaphore_post(&unit);
	conc_mutex_unlock(&m);
	assert_int_equal(m.conc_state | first.conc_queue, 0);
}

/* Those that were there first wait on: the waiter, then the lender, and only then the queue. */
static int order[8], orders;

static void in_order(int index, void *argument)
{
	(void)argument;
	switch (index) {
	case 0: /* waits, and lends in turn */
	case 1:
		crew_await_queue(&c.conc_queue, index);
		conc_mutex_lock(&m);
		conc_wait(&c, &m);
		order[orders++] = index;
		if (index == 0) conc_signal_block(&c, &m);
		if (index == 0) order[orders++] = 10;
		conc_mutex_unlock(&m);
		return;
	case 2: /* lends when the others are queued for the lock */
		crew_await_queue(&c.conc_queue, 2);
		conc_mutex_lock(&m);
		crew_await_queue(&m.conc_queue, 3);
		conc_signal_block(&c, &m);
		order[orders++] = index;
		conc_mutex_unlock(&m);
		return;
	default:
		crew_await_queue(&c.conc_queue, 2);
		while (!load_relaxed(&m.conc_state)) conc_yield();
		conc_mutex_lock(&m);
		order[orders++] = 3;
		conc_mutex_unlock(&m);
	}
}

static void lenders_come_back_in_order(void **state)
{
	enum crew_kind (*kinds[])(int) = {crew_user_only, crew_foreign_only, crew_mixed};
	static const int expected[] = {0, 1, 10, 2, 3, 3, 3};

	(void)state;
	for (int k = 0; k < 3; k++) {
		orders = 0;
		crew_run(6, kinds[k], in_order, NULL);
		assert_memory_equal(order, expected, sizeof(expected));
	}
}

/* A starving waiter is still the next to have the lock when it comes back to the lender. */
static void starve(int index, void *argument)
{
	(void)argument;
	if (index == 0) {
		crew_await_queue(&c.conc_queue, 1);
		conc_mutex_lock(&m);
		while (!(load_relaxed(&m.conc_state) & CONC_LOCK_HANDOFF)) {
			conc_mutex_unlock(&m);
			conc_mutex_lock(&m); /* whom the unlock has woken comes too late */
			conc_sleep(CONC_MS(1));
		}
		left = 1;
		conc_signal_block(&c, &m);
		CHECK(left == 2);
		CHECK(load_relaxed(&m.conc_state) & CONC_LOCK_HANDOFF);
		left = 3;
		conc_mutex_unlock(&m);
	} else if (index == 1) {
		conc_mutex_lock(&m);
		conc_wait(&c, &m);
		CHECK(left == 1);
		left = 2;
		conc_mutex_unlock(&m);
	} else {
		for (bool ends = false; !ends;) {
			conc_mutex_lock(&m);
			ends = left == 3;
			conc_mutex_unlock(&m);
		}
	}
}

static void starving_waiter_stays_next(void **state)
{
	enum crew_kind (*kinds[])(int) = {crew_user_only, crew_foreign_only, crew_mixed};

	(void)state;
	for (int k = 0; k < 3; k++) {
		left = 0;
		crew_run(3, kinds[k], starve, NULL);
		assert_int_equal(c.conc_queue | m.conc_state | m.conc_queue, 0);
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

/* Lends m to a thread that waits with another lock. */
static void wait_with_other(int index, void *argument)
{
	void (*waits)(void) = (void (*)(void))argument;

	if (index) {
		waits();
		return;
	}
	crew_await_queue(&c.conc_queue, 1);
	conc_mutex_lock(&m);
	conc_signal_block(&c, &m);
}

static void wait_with_owner(void)
{
	conc_owner_lock_lock(&owner);
	conc_wait(&c, &owner);
}

static void wait_with_reader(void)
{
	CONC_HOLD(1, conc_rw_reader, conc_reading(&rw));
	conc_wait(&c, conc_reading(&rw));
}

static void wait_with_several(void)
{
	CONC_HOLD2(1, conc_mutex, &m, &more[0]);
	conc_wait(&c, CONC_HELD_LOCKS(1, conc_mutex));
}

static void wait_with_several_kinds(void)
{
	CONC_HOLD_MIXED(1, CONC_AS(conc_mutex, &m), CONC_AS(conc_semaphore, &unit));
	conc_wait(&c, CONC_HELD_LOCKS_MIXED(1));
}

static void wait_by_clause_with_owner(void)
{
	conc_owner_lock_lock(&owner);
	CONC_GIVEN_UP(1);
	CONC_WAITUNTIL(1, 1);
	CONC_CONDITION_CLAUSE(1, 0, 1, &c, &owner, 0);
	CONC_WAIT(1);
}

static void lend_to_other(void *waits)
{
	crew_run(2, crew_user_only, wait_with_other, waits);
}

static void lend_what_is_free(void *unused)
{
	(void)unused;
	conc_signal_block(&c, &m);
}

static void lend_what_is_read(void *unused)
{
	(void)unused;
	CONC_HOLD(1, conc_rw_reader, conc_reading(&rw));
	conc_signal_block(&c, &rw);
}

static void lending_misuse_stops(void **state)
{
	static const struct {
		void (*waits)(void);
		const char *with;
	} others[] = {
		{wait_with_owner, "waits with monitor 0x"}, {wait_with_reader, "waits with conc_rw_reader 0x"},
		{wait_with_several, "waits with several locks, at"},
		{wait_with_several_kinds, "waits with several locks, at"},
		{wait_by_clause_with_owner, "waits with monitor 0x"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(others) / sizeof(*others); i++)
		expect_stop(lend_to_other, (void *)others[i].waits, "test_condition.c:", "conc_signal_block with conc_mutex 0x",
			", but thread", others[i].with, ", at ", NULL);
	expect_stop(lend_what_is_free, NULL, "test_condition.c:", "conc_signal_block with conc_mutex",
		"does not hold for writing", NULL);
	expect_stop(lend_what_is_read, NULL, "conc_signal_block with conc_rw_lock (exclusive)", "does not hold for writing",
		NULL);
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
		cmocka_unit_test(lends), cmocka_unit_test(lends_in_debug_mode),
		cmocka_unit_test(lends_to_nobody), cmocka_unit_test(lenders_come_back_in_order),
		cmocka_unit_test(starving_waiter_stays_next), cmocka_unit_test(lending_misuse_stops),
	};

	return crew_tests(tests);
}
