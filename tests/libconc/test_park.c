/* SPDX-License-Identifier: MIT */
/* Park, unpark, deadlines, pins, sleeping: one at a time. Races are in tests/stress. */
#include "in_thread.h"
#include "kernel/thread.h"

CONC_TASK_TYPE(long, task_long);

TEST(permit_first)
{
	struct conc_thread *self = conc_thread_self();

	conc_thread_unpark(self);
	conc_thread_park(self);
	conc_thread_unpark(self);
	CHECK(conc_thread_park_until(self, conc_now() + 1000000000) == 0);
	CHECK(self->park == CONC_PARK_RUNNING);
}

TEST(deadline)
{
	struct conc_thread *self = conc_thread_self();

	for (int i = 0; i < 50; i++) {
		uint64_t until = conc_now() + (uint64_t)(i % 5) * 100000;
		CHECK(conc_thread_park_until(self, until) == -ETIMEDOUT);
		CHECK(conc_now() >= until);
		CHECK(!self->timer.deadline);
	}
	/* a permit that comes after the deadline is for the next park */
	conc_thread_unpark(self);
	conc_thread_park(self);
}

static long unparks(struct conc_thread *t)
{
	conc_thread_unpark(t);
	return 0;
}
CONC_SPAWN1(spawn_unparks, long, task_long, unparks, struct conc_thread *);

TEST(by_another)
{
	for (int i = 0; i < 200; i++) {
		task_long t = spawn_unparks(CONC_HERE, conc_thread_self());
		conc_thread_park(conc_thread_self());
		task_long_end(&t);
		t = spawn_unparks(CONC_HERE, conc_thread_self());
		CHECK(conc_thread_park_until(conc_thread_self(), conc_now() + 10000000000) == 0);
		task_long_end(&t);
	}
}

TEST(pinned)
{
	conc_pin();
	conc_pin();
	permit_first_body();
	deadline_body();
	conc_unpin();
	by_another_body();
	conc_yield();
	conc_unpin();
}

TEST(in_a_blocking_section)
{
	CONC_BLOCKING(1);
	permit_first_body();
	deadline_body();
	by_another_body();
	conc_yield();
}

TEST(sleep_keeps_the_permit)
{
	struct conc_thread *self = conc_thread_self();
	uint64_t before = conc_now();

	conc_thread_unpark(self);
	conc_sleep(CONC_MS(3));
	CHECK(conc_now() - before >= 3000000);
	CHECK(self->park == CONC_PARK_NOTIFIED);
	conc_thread_park(self);
	conc_sleep(0);
	conc_sleep(CONC_NS(-5));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(permit_first),
		cmocka_unit_test(deadline),
		cmocka_unit_test(by_another),
		cmocka_unit_test(pinned),
		cmocka_unit_test(in_a_blocking_section),
		cmocka_unit_test(sleep_keeps_the_permit),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
