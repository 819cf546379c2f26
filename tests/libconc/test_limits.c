/* SPDX-License-Identifier: MIT */
/* Waits for locks, units and barriers with a limit: what runs out has no effect, and what was given meanwhile
 * is kept. */
#include <errno.h>

#undef errno
#include "crew.h"
#include "conc/abi_scope.h"
#include "conc/cancel.h"
#include "port/atomic.h"

static conc_mutex mutex;
static conc_owner_lock owner;
static conc_rw_lock rw;
static conc_semaphore unit = {1, 0};

/* Each lock by the functions that are not inlined. */
#define LOCK(object, lock, unlock) \
	static void lock##_take(void) { (conc_##lock)(&object); } \
	static int lock##_take_for(conc_duration d) { return (conc_##lock##_for)(&object, d); } \
	static int lock##_inline_for(conc_duration d) { return conc_##lock##_for(&object, d); } \
	static void lock##_leave(void) { (conc_##unlock)(&object); }
LOCK(mutex, mutex_lock, mutex_unlock)
LOCK(owner, owner_lock_lock, owner_lock_unlock)
LOCK(rw, rw_lock_lock, rw_lock_unlock)
LOCK(rw, rw_lock_read_lock, rw_lock_read_unlock)
LOCK(unit, semaphore_wait, semaphore_post)

static const struct kind {
	void (*take)(void);
	int (*take_for)(conc_duration d);
	int (*inline_for)(conc_duration d);
	void (*leave)(void);
	uintptr_t *queue;
} kinds[] = {
#define KIND(lock, queue) {lock##_take, lock##_take_for, lock##_inline_for, lock##_leave, queue}
	KIND(mutex_lock, &mutex.conc_queue),
	KIND(owner_lock_lock, &owner.conc_mutex.conc_queue),
	KIND(rw_lock_lock, &rw.conc_mutex.conc_queue),
	KIND(rw_lock_read_lock, &rw.conc_mutex.conc_queue),
	KIND(semaphore_wait, &unit.conc_queue),
};
enum { KINDS = sizeof(kinds) / sizeof(*kinds), READER = 3 };

static enum crew_kind (*crews[])(int) = {crew_user_only, crew_foreign_only, crew_mixed};

static void all_are_free(void)
{
	assert_int_equal(mutex.conc_state | mutex.conc_queue, 0);
	assert_int_equal(owner.conc_mutex.conc_state | owner.conc_mutex.conc_queue | owner.conc_depth, 0);
	assert_int_equal(rw.conc_mutex.conc_state | rw.conc_mutex.conc_queue, 0);
	assert_int_equal(unit.conc_queue, 0);
	assert_true(conc_semaphore_try_wait(&unit));
	assert_false(conc_semaphore_try_wait(&unit));
	conc_semaphore_post(&unit);
}

/* One holds, the other waits: in vain, and then not. */
static uint32_t step;

static void hold_or_wait(int index, void *argument)
{
	const struct kind *k = argument, *holder = k == &kinds[READER] ? &kinds[READER - 1] : k;
	uint64_t start;

	if (index == 0) {
		holder->take();
		store_release(&step, 1);
		while (load_acquire(&step) == 1) conc_yield();
		crew_await_queue(k->queue, 1);
		holder->leave();
		return;
	}
	while (!load_acquire(&step)) conc_yield();
	start = conc_now();
	CHECK(k->take_for(CONC_MS(20)) == -ETIMEDOUT);
	CHECK(conc_now() - start >= 20 * 1000 * 1000);
	CHECK(k->take_for(0) == -ETIMEDOUT);
	CHECK(k->inline_for(INT64_MIN) == -ETIMEDOUT);
	store_release(&step, 2);
	CHECK(k->take_for(CONC_S(3600)) == 0);
	k->leave();
	CHECK(k->inline_for(0) == 0);	/* free: nothing to wait for */
	k->leave();
	CHECK(k->take_for(INT64_MAX) == 0);
	k->leave();
}

static void a_limit_passes(void **state)
{
	(void)state;
	for (int c = 0; c < 3; c++)
		for (int k = 0; k < KINDS; k++) {
			step = 0;
			crew_run(2, crews[c], hold_or_wait, (void *)&kinds[k]);
			all_are_free();
		}
}

/* Limits race with releases: each attempt takes the lock or does not. */
static int inside;
static uint32_t taken, ran_out;

static void attempt(int index, void *argument)
{
	const struct kind *k = argument;
	unsigned random = (unsigned)index;

	for (int i = 0; i < 400; i++) {
		if (index == 0) k->take();
		else if (k->take_for(crew_random(&random) % 50000)) {
			add_relaxed(&ran_out, 1);
			continue;
		}
		CHECK(inside++ == 0);
		crew_delay(crew_random(&random) % 4000);
		if (i % 8 == 0) conc_yield();
		inside--;
		k->leave();
		add_relaxed(&taken, 1);
	}
}

static void limits_race_with_releases(void **state)
{
	(void)state;
	for (int c = 0; c < 3; c++)
		for (int k = 0; k < KINDS; k++) {
			if (k == READER) continue;
			taken = ran_out = 0;
			crew_run(6, crews[c], attempt, (void *)&kinds[k]);
			assert_int_equal(taken + ran_out, 6 * 400);
			all_are_free();
		}
}

static long value[2];

static void read_or_write(int index, void *argument)
{
	unsigned random = (unsigned)index;

	(void)argument;
	for (int i = 0; i < 600; i++) {
		conc_duration d = crew_random(&random) % 50000;
		bool writes = crew_random(&random) % 4 == 0;

		if (writes ? conc_rw_lock_lock_for(&rw, d) : conc_rw_lock_read_lock_for(&rw, d)) continue;
		CHECK(value[0] == value[1]);
		if (writes) value[0]++;
		crew_delay(crew_random(&random) % 4000);
		if (i % 8 == 0) conc_yield();
		if (writes) value[1]++;
		if (writes) conc_rw_lock_unlock(&rw);
		else conc_rw_lock_read_unlock(&rw);
	}
}

static void readers_and_writers_with_limits(void **state)
{
	(void)state;
	for (int c = 0; c < 3; c++) {
		crew_run(6, crews[c], read_or_write, NULL);
		assert_int_equal(value[0], value[1]);
		all_are_free();
	}
}

/* A reader holds until a reader behind a writer has got in, too: the writer gives up. */
static uint32_t second_reads;

static void reader_writer_reader(int index, void *argument)
{
	(void)argument;
	if (index == 0) {
		conc_rw_lock_read_lock(&rw);
		store_release(&step, 1);
		while (!load_acquire(&second_reads)) conc_yield();
		conc_rw_lock_read_unlock(&rw);
		return;
	}
	while (!load_acquire(&step)) conc_yield();
	if (index == 1) {
		while (conc_rw_lock_lock_for(&rw, CONC_MS(20)) == 0) conc_rw_lock_unlock(&rw);
		return;
	}
	crew_await_queue(&rw.conc_mutex.conc_queue, 1);
	conc_rw_lock_read_lock(&rw);
	store_release(&second_reads, 1);
	conc_rw_lock_read_unlock(&rw);
}

static void a_writer_that_gives_up_lets_readers_in(void **state)
{
	(void)state;
	for (int c = 0; c < 3; c++) {
		step = second_reads = 0;
		crew_run(3, crews[c], reader_writer_reader, NULL);
		all_are_free();
	}
}

static void a_holder_enters_again(void **state)
{
	(void)state;
	conc_owner_lock_lock(&owner);
	assert_int_equal(conc_owner_lock_lock_for(&owner, 0), 0);
	assert_int_equal(conc_owner_lock_lock_for(&owner, CONC_S(1)), 0);
	for (int i = 0; i < 3; i++) conc_owner_lock_unlock(&owner);
	all_are_free();
}

/* A thread that was cancelled takes what is free, and does not wait. */
CONC_TASK_TYPE(int, task_int);

static int again; /* what the second take says, when the first was cancelled */

static int waits(const struct kind *k)
{
	int result = k->take_for(CONC_S(3600));

	if (result == 0) {
		k->leave();
		return 0;
	}
	CHECK(conc_cancelled());
	again = k->take_for(0);
	if (again == 0) k->leave();
	return result;
}
CONC_SPAWN1(spawn_waits, int, task_int, waits, const struct kind *);

static void cancels(int index, void *argument)
{
	const struct kind *k = argument, *holder = k == &kinds[READER] ? &kinds[READER - 1] : k;

	(void)index;
	for (int i = 0; i < 200; i++) {
		int result;
		task_int t;

		again = -ECANCELED;
		holder->take();
		t = spawn_waits(CONC_HERE, k);
		for (int j = 0; j < i % 5; j++) conc_yield();
		if (i % 2) holder->leave();	/* races with the cancelling */
		conc_abi_cancel(t.conc_task, CONC_HERE);
		if (i % 4 == 0) holder->leave();
		result = task_int_join(&t, CONC_HERE);
		CHECK(result == -ECANCELED || (result == 0 && i % 4 != 2));
		CHECK(again == -ECANCELED || (again == 0 && i % 4 != 2));
		if (i % 4 == 2) holder->leave();	/* the waiter never saw it free */
		task_int_end(&t);
	}
}

static void a_cancel_ends_the_wait(void **state)
{
	(void)state;
	for (int k = 0; k < KINDS; k++) {
		crew_run(1, crew_user_only, cancels, (void *)&kinds[k]);
		all_are_free();
	}
}

/* ---- Barriers ---- */

enum { MEMBERS = 4 };

static conc_barrier meeting = {.conc_count = MEMBERS};
static uint32_t lasts, others;

static void meet(int index, void *argument)
{
	unsigned random = (unsigned)index;

	(void)argument;
	for (int i = 0; i < 500; i++) {
		int result = conc_barrier_wait_for(&meeting, crew_random(&random) % 60000);

		if (result == 1) add_relaxed(&lasts, 1);
		else if (result == 0) add_relaxed(&others, 1);
		else CHECK(result == -ETIMEDOUT);
	}
}

static void arrivals_are_taken_back(void **state)
{
	(void)state;
	assert_int_equal(conc_barrier_wait_for(&meeting, CONC_MS(1)), -ETIMEDOUT);
	assert_int_equal(conc_barrier_wait_for(&meeting, 0), -ETIMEDOUT);
	for (int c = 0; c < 3; c++) {
		lasts = others = 0;
		crew_run(6, crews[c], meet, NULL);
		assert_int_equal(others, (MEMBERS - 1) * lasts);
		assert_int_equal(meeting.conc_arrived | meeting.conc_queue, 0);
	}
}

static int comes(conc_barrier *b)
{
	return conc_barrier_wait_for(b, CONC_S(3600));
}
CONC_SPAWN1(spawn_comes, int, task_int, comes, conc_barrier *);

static void meet_or_cancel(int index, void *argument)
{
	(void)index, (void)argument;
	for (int i = 0; i < 200; i++) {
		conc_barrier two = {.conc_count = 2};
		task_int t = spawn_comes(CONC_HERE, &two);
		int mine, theirs;

		for (int j = 0; j < i % 5; j++) conc_yield();
		conc_abi_cancel(t.conc_task, CONC_HERE);
		mine = conc_barrier_wait_for(&two, i % 2 ? CONC_US(50) : 0);
		theirs = task_int_join(&t, CONC_HERE);
		CHECK(mine < 0 ? theirs == -ECANCELED : mine + theirs == 1);
		CHECK(two.conc_arrived == 0 && two.conc_queue == 0);
		task_int_end(&t);
	}
}

static void a_cancel_takes_an_arrival_back(void **state)
{
	(void)state;
	crew_run(1, crew_user_only, meet_or_cancel, NULL);
}

/* ---- Misuse ---- */

static void lock_twice(void *unused)
{
	(void)unused;
	conc_mutex_lock(&mutex);
	conc_mutex_lock_for(&mutex, CONC_MS(1));
}

static void write_twice(void *unused)
{
	(void)unused;
	conc_rw_lock_lock(&rw);
	conc_rw_lock_lock_for(&rw, 0);
}

static void no_count(void *unused)
{
	conc_barrier none = {0};

	(void)unused;
	conc_barrier_wait_for(&none, CONC_S(1));
}

static void misuse_stops(void **state)
{
	(void)state;
	expect_stop(lock_twice, NULL, "test_limits.c:", "conc_mutex", "holds already", NULL);
	expect_stop(write_twice, NULL, "test_limits.c:", "conc_rw_lock", "holds already", NULL);
	expect_stop(no_count, NULL, "test_limits.c:", "no count", NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_limit_passes), cmocka_unit_test(limits_race_with_releases),
		cmocka_unit_test(readers_and_writers_with_limits),
		cmocka_unit_test(a_writer_that_gives_up_lets_readers_in),
		cmocka_unit_test(a_holder_enters_again), cmocka_unit_test(a_cancel_ends_the_wait),
		cmocka_unit_test(arrivals_are_taken_back),
		cmocka_unit_test(a_cancel_takes_an_arrival_back), cmocka_unit_test(misuse_stops),
	};

	return crew_tests(tests);
}
