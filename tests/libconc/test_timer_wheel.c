/* SPDX-License-Identifier: MIT */
/* The timing wheels against a plain array, from nanoseconds to centuries, with a clock of the test's own: what is due fires,
 * and nothing else, in the order of deadlines; next and pending know what waits. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "conc/duration.h"
#include "kernel/scheduler.h"

static uint64_t current = 1;

static uint64_t test_now(void)
{
	return current;
}

#define conc_now test_now
#define conc_scheduler_ready(t) abort()
#define conc_scheduler_check_blocked() abort()
#define conc_scheduler_timer_changed(deadline) ((void)(deadline))
#include "kernel/timer.c"

#define TIMERS 300
#define STEPS 100000

static struct item {
	struct conc_timer timer;
	uint64_t deadline; /* 0: none */
} items[TIMERS];
static uint64_t latest; /* of those that have fired in this run */
static int waiting;

static struct conc_thread *fire(struct conc_timer *timer)
{
	struct item *item = (struct item *)(void *)timer;

	assert_true(item->deadline && item->deadline <= current);
	assert_true(item->deadline >= latest);
	latest = item->deadline;
	item->deadline = 0;
	waiting--;
	return NULL;
}

/* A span of any magnitude. */
static uint64_t span(void)
{
	uint64_t bits = (uint64_t)rand() << 32 ^ (uint64_t)rand() << 16 ^ (uint64_t)rand();

	return bits >> (rand() % 60 + 3);
}

static void add(struct item *item)
{
	uint64_t d = span();

	item->deadline = d < CONC_NEVER - 1 - current ? current + d : CONC_NEVER - 1;
	item->timer.fire = fire;
	conc_timer_add(&item->timer, item->deadline);
	waiting++;
}

static void take_back(struct item *item)
{
	bool waits = item->deadline != 0;

	assert_int_equal(conc_timer_remove(&item->timer), waits);
	item->deadline = 0;
	waiting -= waits;
}

static uint64_t earliest(void)
{
	uint64_t first = CONC_NEVER;

	for (int i = 0; i < TIMERS; i++)
		if (items[i].deadline && items[i].deadline < first) first = items[i].deadline;
	return first;
}

static void run(void)
{
	latest = 0;
	conc_timer_run();
	assert_true(earliest() > current);
}

/* limit: of the clock. */
static void random_steps(uint64_t limit)
{
	for (int step = 0; step < STEPS; step++) {
		struct item *item = &items[rand() % TIMERS];
		uint64_t next = conc_timer_next(), later = current + span();
		int what = rand() % 8;

		assert_true(next <= earliest());
		if (what < 3 && !item->deadline) add(item);
		else if (what < 5 && item->timer.wheel) take_back(item);
		else if (what == 5 && next > current && next < limit) current = next, run();
		else if (what == 6 && later < limit && later > current) current = later, run();
		else if (step % 64 == 0) assert_int_equal(conc_timer_pending(), waiting != 0);
	}
}

static void of_any_magnitude(void **state)
{
	(void)state;
	srand(1);
	for (int bits = 20; bits < 64; bits += 10) random_steps((uint64_t)1 << bits);
}

static void sleeper_is_woken_once(void **state)
{
	struct item *item = &items[0];

	(void)state;
	for (int i = 0; i < TIMERS; i++) take_back(&items[i]);
	assert_false(conc_timer_pending());
	assert_true(conc_timer_next() == CONC_NEVER);
	item->deadline = current + (uint64_t)CONC_S(3600);
	waiting++;
	conc_timer_add(&item->timer, item->deadline);
	assert_true(conc_timer_next() == item->deadline);
	current = item->deadline;
	run();
	assert_true(conc_timer_next() == CONC_NEVER);
}

static struct conc_timer equal[50];
static int fired_so_far;

static struct conc_thread *fire_equal(struct conc_timer *timer)
{
	assert_ptr_equal(timer, &equal[fired_so_far++]);
	return NULL;
}

/* They are added at different times, so they begin in different slots. */
static void same_deadline_first_added_first_fired(void **state)
{
	uint64_t deadline = current + (uint64_t)CONC_S(100);

	(void)state;
	for (int i = 0; i < 50; i++) {
		equal[i].fire = fire_equal;
		conc_timer_add(&equal[i], deadline);
		current += (deadline - current) / 3;
		add(&items[i]);
		run();
	}
	current = deadline;
	run();
	assert_int_equal(fired_so_far, 50);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(of_any_magnitude),
		cmocka_unit_test(sleeper_is_woken_once),
		cmocka_unit_test(same_deadline_first_added_first_fired),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
