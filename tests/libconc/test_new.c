/* SPDX-License-Identifier: MIT */
/* new and delete. What stops the program is in tests/stress/stops.c. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "conc.h"
#include "conc/abi.h"

struct account { long balance; const int id; };
struct wide { _Alignas(256) char c; };

static void single(void **state)
{
	struct account *a = CONC_NEW(1, struct account, {.balance = 5, .id = 7});
	int *n = CONC_NEW(2, int, {3});
	struct wide *w = CONC_NEW(3, struct wide, {0});

	(void)state;
	assert_int_equal(a->balance, 5);
	assert_int_equal(a->id, 7);
	assert_int_equal(*n, 3);
	assert_int_equal((uintptr_t)w % 256, 0);
	CONC_DELETE(a);
	CONC_DELETE(n);
	CONC_DELETE(w);
	CONC_DELETE((int *)NULL);
}

static void array(void **state)
{
	int count = 3;
	struct account *a = CONC_NEW_ARRAY(1, struct account, count, {{.balance = 1}, {.balance = 2}});
	struct wide *w = CONC_NEW_ARRAY(2, struct wide, 5, {{0}});

	(void)state;
	assert_int_equal(a[0].balance + 10 * a[1].balance + 100 * a[2].balance, 21);
	assert_int_equal((uintptr_t)&w[4] % 256, 0);
	CONC_DELETE(a);
	CONC_DELETE(w);
}

typedef struct worker worker;
struct worker { int in, out; struct conc_thread_object conc_thread; };
static void worker_main(worker *self);
CONC_THREAD_TYPE(worker, worker_main);
static void worker_main(worker *self)
{
	conc_yield();
	self->out = self->in * self->in;
}

static void threads(void **state)
{
	worker *one = CONC_NEW_THREAD(1, worker, {.in = 3});
	worker *many = CONC_NEW_THREAD_ARRAY(2, worker, 10, {{.in = 5}, {.in = 6}});

	(void)state;
	CONC_JOIN(one);
	assert_int_equal(one->out, 9);
	CONC_JOIN(one);
	CONC_JOIN(&many[1]);
	assert_int_equal(many[1].out, 36);
	CONC_DELETE_THREAD(many);
	CONC_DELETE_THREAD(one);
	CONC_DELETE_THREAD((worker *)NULL);
}

static void automatic(void **state)
{
	worker outer = {.in = 2};

	(void)state;
	{
		worker grid[2][3] = {{{.in = 1}}};
		CONC_THREADS(1, worker, grid);
		CONC_THREADS(2, worker, outer);
	}
	assert_int_equal(outer.out, 4);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(single),
		cmocka_unit_test(array),
		cmocka_unit_test(threads),
		cmocka_unit_test(automatic),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
