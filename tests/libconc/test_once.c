/* SPDX-License-Identifier: MIT */
/* conc_once: one call, all others wait for it, and who returns may free it. */
#include "crew.h"
#include "port/atomic.h"

enum { ROUNDS = 300, MEMBERS = 7 };

struct shared {
	conc_once once;
	int calls, made;
	uint32_t users; /* atomic */
};

static struct shared *shared[ROUNDS];

static void make(void *argument)
{
	struct shared *s = argument;

	s->calls++;
	if (s->calls % 3 == 0) conc_yield();
	s->made = 1;
}

static void use(int index, void *argument)
{
	(void)argument;
	for (int i = 0; i < ROUNDS; i++) {
		struct shared *s = shared[i];

		if ((i + index) % 50 == 0) conc_sleep(CONC_US(100));
		conc_once_call(&s->once, make, s);
		CHECK(s->made == 1 && s->calls == 1);
		/* the last to return from it frees it, whoever ran the function */
		if (sub_acq_rel(&s->users, 1) == 1) free(s);
	}
}

static void one_call(void **state)
{
	enum crew_kind (*kinds[])(int) = {crew_user_only, crew_foreign_only, crew_mixed};

	(void)state;
	for (int k = 0; k < 3; k++) {
		for (int i = 0; i < ROUNDS; i++) {
			shared[i] = calloc(1, sizeof *shared[i]);
			shared[i]->users = MEMBERS;
		}
		crew_run(MEMBERS, kinds[k], use, NULL);
	}
}

static void again(void *argument) { conc_once_call(argument, again, argument); }

static void call_itself(void *unused)
{
	conc_once once = {0, 0};

	(void)unused;
	conc_once_call(&once, again, &once);
}

static void call_nothing(void *unused)
{
	conc_once once = {0, 0};

	(void)unused;
	conc_once_call(&once, NULL, NULL);
}

static void misuse_stops(void **state)
{
	(void)state;
	expect_stop(call_itself, NULL, "test_once.c:", "by its own function", NULL);
	expect_stop(call_nothing, NULL, "test_once.c:", "no function", NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(one_call), cmocka_unit_test(misuse_stops),
	};

	return crew_tests(tests);
}
