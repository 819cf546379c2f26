/* SPDX-License-Identifier: MIT */
/* new and delete. What stops the program is in tests/stress/stops.c. */
#include "in_thread.h"

struct account { long balance; const int id; };
struct wide { _Alignas(256) char c; };

TEST(single)
{
	struct account *a = CONC_NEW(1, struct account, {.balance = 5, .id = 7});
	int *n = CONC_NEW(2, int, {3});
	struct wide *w = CONC_NEW(3, struct wide, {0});

	CHECK(a->balance == 5);
	CHECK(a->id == 7);
	CHECK(*n == 3);
	CHECK((uintptr_t)w % 256 == 0);
	CONC_DELETE(a);
	CONC_DELETE(n);
	CONC_DELETE(w);
	CONC_DELETE((int *)NULL);
}

TEST(array)
{
	int count = 3;
	struct account *a = CONC_NEW_ARRAY(1, struct account, count, {{.balance = 1}, {.balance = 2}});
	struct wide *w = CONC_NEW_ARRAY(2, struct wide, 5, {{0}});

	CHECK(a[0].balance + 10 * a[1].balance + 100 * a[2].balance == 21);
	CHECK((uintptr_t)&w[4] % 256 == 0);
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

TEST(threads)
{
	worker *one = CONC_NEW_THREAD(1, worker, {.in = 3});
	worker *many = CONC_NEW_THREAD_ARRAY(2, worker, 10, {{.in = 5}, {.in = 6}});

	CONC_JOIN(one);
	CHECK(one->out == 9);
	CONC_JOIN(one);
	CONC_JOIN(&many[1]);
	CHECK(many[1].out == 36);
	CONC_DELETE_THREAD(many);
	CONC_DELETE_THREAD(one);
	CONC_DELETE_THREAD((worker *)NULL);
}

TEST(automatic)
{
	worker outer = {.in = 2};

	{
		worker grid[2][3] = {{{.in = 1}}};
		CONC_THREADS(1, worker, grid);
		CONC_THREADS(2, worker, outer);
	}
	CHECK(outer.out == 4);
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
