/* SPDX-License-Identifier: MIT */
/* The work-stealing deque: order, limits, and every item exactly once with thieves. */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "port/deque.h"

static struct conc_deque deque;

static void *item(intptr_t n)
{
	return (void *)(n + 1);
}

static void empty(void **state)
{
	bool retry = false;

	(void)state;
	assert_null(conc_deque_pop(&deque));
	assert_null(conc_deque_peek(&deque));
	assert_null(conc_deque_steal(&deque, &retry));
	assert_false(retry);
	assert_int_equal(conc_deque_count(&deque), 0);
}

static void newest_and_oldest(void **state)
{
	bool retry;

	(void)state;
	for (int i = 0; i < 5; i++)
		assert_true(conc_deque_push(&deque, item(i)));
	assert_int_equal(conc_deque_count(&deque), 5);
	assert_ptr_equal(conc_deque_peek(&deque), item(4));
	assert_ptr_equal(conc_deque_pop(&deque), item(4));
	assert_ptr_equal(conc_deque_steal(&deque, &retry), item(0));
	assert_ptr_equal(conc_deque_pop(&deque), item(3));
	assert_ptr_equal(conc_deque_steal(&deque, &retry), item(1));
	assert_ptr_equal(conc_deque_pop(&deque), item(2));
	empty(state);
}

static void full(void **state)
{
	bool retry;

	(void)state;
	for (int round = 0; round < 3; round++) {
		for (int i = 0; i < CONC_DEQUE_SIZE; i++)
			assert_true(conc_deque_push(&deque, item(i)));
		assert_false(conc_deque_push(&deque, item(0)));
		assert_ptr_equal(conc_deque_steal(&deque, &retry), item(0));
		assert_true(conc_deque_push(&deque, item(CONC_DEQUE_SIZE)));
		assert_false(conc_deque_push(&deque, item(0)));
		for (int i = CONC_DEQUE_SIZE; i > 0; i--)
			assert_ptr_equal(conc_deque_pop(&deque), item(i));
		empty(state);
	}
}

#define THIEVES 3
#define ITEMS 300000

static unsigned char seen[ITEMS]; /* atomic: how often each item came out */
static int done;                  /* atomic */

static void take(void *p)
{
	__atomic_fetch_add(&seen[(intptr_t)p - 1], 1, __ATOMIC_RELAXED);
}

static void *thief(void *unused)
{
	bool retry;

	while (!__atomic_load_n(&done, __ATOMIC_ACQUIRE)) {
		void *p = conc_deque_steal(&deque, &retry);
		if (p)
			take(p);
	}
	return unused;
}

static void each_exactly_once(void **state)
{
	pthread_t thieves[THIEVES];
	intptr_t next = 0;
	void *p;

	(void)state;
	for (int i = 0; i < THIEVES; i++)
		pthread_create(&thieves[i], NULL, thief, NULL);
	while (next < ITEMS) {
		for (int n = rand() % 8; n-- > 0 && next < ITEMS;)
			if (conc_deque_push(&deque, item(next)))
				next++;
		for (int n = rand() % 8; n-- > 0 && (p = conc_deque_pop(&deque));)
			take(p);
	}
	while ((p = conc_deque_pop(&deque)))
		take(p);
	__atomic_store_n(&done, 1, __ATOMIC_RELEASE);
	for (int i = 0; i < THIEVES; i++)
		pthread_join(thieves[i], NULL);
	for (int i = 0; i < ITEMS; i++)
		assert_int_equal(seen[i], 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(empty),
		cmocka_unit_test(newest_and_oldest),
		cmocka_unit_test(full),
		cmocka_unit_test(each_exactly_once),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
