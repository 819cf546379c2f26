/* SPDX-License-Identifier: MIT */
/* Assertions and invariants of tests (conc/test.h). Seeded runs check the invariants between
 * any two steps (schedules/lane.c). They have one kernel thread, so no lock is needed. */
#include "conc/test.h"

#include "kernel/thread.h"
#include "port/schedule.h"
#include "port/stop.h"

#define MOST 16u

void conc_abi_test_failed(const char *condition, const char *where)
{
	conc_stop(where, conc_thread_self_or_null(), "conc_test_assert(%s)%s", condition,
	          conc_schedule_name());
}

#if CONC_SCHEDULES

#include "schedules/lane.h"

bool conc_test_checks;

static struct invariant {
	bool (*check)(void *argument);
	void *argument;
	const char *name, *where;
} invariants[MOST];

void conc_abi_test_invariant(bool (*check)(void *argument), void *argument, const char *name,
                             const char *where)
{
	if (!conc_schedule_on()) return;
	for (unsigned i = 0; i < MOST; i++) {
		if (invariants[i].check) continue;
		invariants[i] = (struct invariant){check, argument, name, where};
		conc_test_checks = true;
		conc_schedule_recheck();
		return;
	}
	conc_stop(where, conc_thread_self_or_null(), "more than %u invariants", MOST);
}

void conc_test_no_invariant(bool (*check)(void *argument), void *argument)
{
	bool left = false;

	for (unsigned i = 0; i < MOST; i++) {
		if (invariants[i].check == check && invariants[i].argument == argument)
			invariants[i].check = NULL;
		left |= invariants[i].check != NULL;
	}
	conc_test_checks = left;
}

void conc_test_check(void)
{
	for (unsigned i = 0; i < MOST; i++) {
		const struct invariant *v = &invariants[i];
		if (!v->check || v->check(v->argument)) continue;
		conc_test_checks = false; /* no check while the message is printed */
		conc_stop(v->where, conc_thread_self_or_null(),
		          "the invariant %s is broken at step %llu%s", v->name,
		          (unsigned long long)conc_schedule_steps(), conc_schedule_name());
	}
}

uint64_t conc_test_seed(void)
{
	return conc_schedule_on() ? conc_schedule_options.seed : 0;
}

#else

void conc_abi_test_invariant(bool (*check)(void *argument), void *argument, const char *name,
                             const char *where)
{
	(void)check, (void)argument, (void)name, (void)where;
}

void conc_test_no_invariant(bool (*check)(void *argument), void *argument)
{
	(void)check, (void)argument;
}

void conc_abi_test_racy(const volatile void *object, size_t size)
{
	(void)object, (void)size;
}

uint64_t conc_test_seed(void)
{
	return 0;
}

#endif
