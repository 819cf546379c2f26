/* SPDX-License-Identifier: MIT */
/* The ring of ready threads: order, limits, stealing half, every item exactly once. */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "port/ring.h"

static struct conc_ring ring;

static void *item(intptr_t n)
{
	return (void *)(n + 1);
}

static void first_in_first_out(void **state)
{
	(void)state;
	ring.head = ring.tail = UINT32_MAX - 100; /* the counters wrap */
	assert_null(conc_ring_pop(&ring));
	for (int round = 0; round < 3; round++) {
		for (int i = 0; i < CONC_RING_SIZE; i++)
			assert_true(conc_ring_push(&ring, item(i)));
		assert_false(conc_ring_push(&ring, item(0)));
		assert_int_equal(conc_ring_count(&ring), CONC_RING_SIZE);
		for (int i = 0; i < CONC_RING_SIZE; i++)
			assert_ptr_equal(conc_ring_pop(&ring), item(i));
		assert_null(conc_ring_pop(&ring));
	}
}

static void grab_takes_the_older_half(void **state)
{
	void *items[CONC_RING_SIZE];

	(void)state;
	assert_int_equal(conc_ring_grab(&ring, items, CONC_RING_SIZE / 2), 0);
	for (int i = 0; i < 7; i++)
		conc_ring_push(&ring, item(i));
	assert_int_equal(conc_ring_grab(&ring, items, CONC_RING_SIZE / 2), 4);
	for (int i = 0; i < 4; i++)
		assert_ptr_equal(items[i], item(i));
	assert_int_equal(conc_ring_grab(&ring, items, 1), 1);
	assert_ptr_equal(items[0], item(4));
	assert_ptr_equal(conc_ring_pop(&ring), item(5));
	assert_int_equal(conc_ring_grab(&ring, items, CONC_RING_SIZE / 2), 1);
	assert_ptr_equal(items[0], item(6));
	assert_null(conc_ring_pop(&ring));
}

#define THIEVES 3
#define ITEMS 300000

static unsigned char seen[ITEMS]; /* atomic */
static int done;                  /* atomic */

static void take(void *p)
{
	__atomic_fetch_add(&seen[(intptr_t)p - 1], 1, __ATOMIC_RELAXED);
}

static void *thief(void *unused)
{
	void *items[CONC_RING_SIZE / 2];

	while (!__atomic_load_n(&done, __ATOMIC_ACQUIRE))
		for (uint32_t n = conc_ring_grab(&ring, items, CONC_RING_SIZE / 2); n > 0;)
			take(items[--n]);
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
		for (int n = rand() % 16; n-- > 0 && next < ITEMS;)
			if (conc_ring_push(&ring, item(next)))
				next++;
		for (int n = rand() % 8; n-- > 0 && (p = conc_ring_pop(&ring));)
			take(p);
	}
	while ((p = conc_ring_pop(&ring)))
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
		cmocka_unit_test(first_in_first_out),
		cmocka_unit_test(grab_takes_the_older_half),
		cmocka_unit_test(each_exactly_once),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
