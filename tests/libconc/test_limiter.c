/* SPDX-License-Identifier: MIT */
/* conc_limiter: who waits is served in the order in which they came, whoever looks; who leaves
 * takes nothing. */
#include "in_thread.h"

#include "conc/limiter.h"
#include "kernel/waiting.h"

enum { WAITERS = 6 };

static conc_limiter l;

static unsigned waiting(void)
{
	void *head = conc_guard_enter(&l.conc_queue);
	unsigned n = l.conc_waiting;

	conc_guard_leave(&l.conc_queue, head);
	return n;
}

/* As after a long pause: as many turns as fit in a burst are there. */
static void pause_long(void)
{
	void *head = conc_guard_enter(&l.conc_queue);

	store_relaxed(&l.conc_turn, head != NULL);
	conc_guard_leave(&l.conc_queue, head);
}

static int wait_for_turn(int unused)
{
	(void)unused;
	return conc_limiter_wait(&l);
}
CONC_TASK_TYPE(int, task_int);
CONC_SPAWN1(spawn_waiter, int, task_int, wait_for_turn, int);

static void fill(task_int *t, unsigned burst)
{
	l = (conc_limiter){.every = CONC_S(3600), .burst = burst};
	for (unsigned i = 0; i < burst; i++) CHECK(conc_limiter_try(&l));
	for (unsigned i = 0; i < WAITERS; i++) {
		t[i] = spawn_waiter(CONC_HERE, (int)i);
		while (waiting() != i + 1) conc_yield();
	}
}

TEST(first_come_first_served)
{
	task_int t[WAITERS];

	fill(t, 1);
	for (unsigned i = 0; i < WAITERS; i++) {
		CHECK(!conc_limiter_try(&l));
		CHECK(waiting() == WAITERS - i);
		pause_long();
		CHECK(!conc_limiter_try(&l)); /* the first one has it */
		CHECK(task_int_join(&t[i], CONC_HERE) == 0);
		CHECK(waiting() == WAITERS - i - 1);
		task_int_end(&t[i]);
	}
	CHECK(!conc_limiter_try(&l));
	pause_long();
	CHECK(conc_limiter_try(&l) && !conc_limiter_try(&l));
	CHECK(l.conc_queue == 0);
}

TEST(a_burst_serves_several)
{
	task_int t[WAITERS];

	fill(t, WAITERS - 2);
	pause_long();
	CHECK(conc_limiter_wait_for(&l, 0) == -ETIMEDOUT);
	CHECK(waiting() == 2);
	pause_long();
	for (int i = 0; i < WAITERS - 4; i++)
		CHECK(conc_limiter_wait_for(&l, 0) == 0); /* and two wait */
	CHECK(!conc_limiter_try(&l)); /* a turn is kept for one who has been told to look */
	while (waiting()) conc_yield();
	CHECK(!conc_limiter_try(&l));
	for (int i = 0; i < WAITERS; i++) task_int_end(&t[i]);
}

TEST(those_in_between_leave)
{
	task_int t[WAITERS];

	fill(t, 1);
	conc_abi_cancel(t[0].conc_task, CONC_HERE);
	conc_abi_cancel(t[3].conc_task, CONC_HERE);
	CHECK(task_int_join(&t[0], CONC_HERE) == -ECANCELED &&
	      task_int_join(&t[3], CONC_HERE) == -ECANCELED);
	CHECK(waiting() == WAITERS - 2 && !conc_limiter_try(&l));
	for (int i = 1; i < WAITERS; i++) {
		if (i == 3) continue;
		pause_long();
		CHECK(!conc_limiter_try(&l));
		CHECK(task_int_join(&t[i], CONC_HERE) == 0);
	}
	CHECK(waiting() == 0);
	for (int i = 0; i < WAITERS; i++) task_int_end(&t[i]);
}

static uint64_t first_looks_at(void)
{
	struct conc_waiter *head = conc_guard_enter(&l.conc_queue);
	uint64_t since = head ? head->since : 0;

	conc_guard_leave(&l.conc_queue, head);
	return since;
}

/* Who waits behind them looks when the next turn comes, not when it would have come to it. */
TEST(those_behind_move_up)
{
	task_int t[WAITERS];
	uint64_t first;

	fill(t, 1);
	first = first_looks_at();
	for (int i = 0; i < WAITERS - 1; i++) {
		conc_abi_cancel(t[i].conc_task, CONC_HERE);
		CHECK(task_int_join(&t[i], CONC_HERE) == -ECANCELED);
	}
	while (first_looks_at() != first) conc_yield();
	pause_long();
	CHECK(!conc_limiter_try(&l) && task_int_join(&t[WAITERS - 1], CONC_HERE) == 0);
	for (int i = 0; i < WAITERS; i++) task_int_end(&t[i]);
}

/* A statement with `and` that runs a block is passed by, and keeps its place. */
TEST(a_closed_clause_is_passed_by)
{
	conc_semaphore now = {1, 0};

	l = (conc_limiter){.every = CONC_S(3600)};
	CHECK(conc_limiter_try(&l));
	CONC_WAITUNTIL_AND(1, 2);
	conc_abi_timed_clause(&conc_wait_1, 0, &conc_limiter_selectable, &l, CONC_HERE);
	CONC_LOCK_CLAUSE(1, 1, 1, conc_semaphore, &now);
	CHECK(conc_semaphore_try_wait(&now));
	conc_semaphore_post(&now);
	CONC_WAIT(1);
	CHECK(conc_wait_1.conc_chosen == 1);
	pause_long();
	CHECK(conc_limiter_try(&l));
	pause_long();
	CONC_WAIT(1);
	CHECK(conc_wait_1.conc_chosen == 0 && !conc_limiter_try(&l));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(first_come_first_served),
	        cmocka_unit_test(a_burst_serves_several),
	        cmocka_unit_test(those_in_between_leave),
	        cmocka_unit_test(those_behind_move_up),
	        cmocka_unit_test(a_closed_clause_is_passed_by),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
