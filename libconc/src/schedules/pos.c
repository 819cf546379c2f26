/* SPDX-License-Identifier: MIT */
/*
 * POS, partial order sampling (Yuan, Yang, Gu, CAV 2018, algorithm 2): each thread's next step has
 * a random priority. The highest one is taken. Then that thread's next step and all steps that
 * conflict with the one taken, since they touch the same word and one of the two writes, get new
 * priorities. So each partial order has a chance, however long one thread could run before another.
 *
 * One that waits in a loop becomes the lowest, and so does the running one after each 50 000 steps
 * throughout which another was ready; this one stays there until it runs, or until one that waits
 * in a loop is alone above it.
 *
 * Inside libconc the running thread gets a new priority after a number of operations, as in walk.c.
 * Steps at places where the first run touched nothing shared (profile.c) do not count.
 */
#include "policy.h"

#include "kernel/processor.h"
#include "profile.h"

#define S (&conc_schedule)

static uint64_t operation_gap;
static uint64_t since; /* the step from which on a ready lane may have been passed over */

static bool conflict(uintptr_t one, uintptr_t other)
{
	return conc_step_word(one) && conc_step_word(one) == conc_step_word(other) &&
	       (one | other) & CONC_TOUCH_WRITES;
}

/* A thread whose next step conflicts gets a new priority; not one that starved others: two that
 * wait for a third, each in a loop that writes, would raise each other for ever. */
static void draw_again(int64_t *priority, uintptr_t taken, uintptr_t next)
{
	if (conflict(taken, next) && *priority > CONC_LAST / 2) *priority = conc_policy_priority();
}

/* The thread with the pending step `taken` goes on. */
static void take(uintptr_t taken, const struct conc_lane *next)
{
	const struct conc_processor *p = conc_processor_tls;
	struct conc_thread *t;

	for (unsigned i = 0; i < S->count; i++)
		if (S->lanes[i] != next && S->lanes[i]->state == CONC_LANE_READY)
			draw_again(conc_priority_of(S->lanes[i]), taken,
			           *conc_policy_word(S->lanes[i]));
	for (uint32_t i = 0; p && i < conc_queued_count(p); i++)
		if ((t = conc_queued(p, i))) draw_again(&t->priority, taken, t->word);
}

static struct conc_lane *pos_choose(enum conc_turn turn, bool may_yield, bool *yields)
{
	const struct conc_processor *p = conc_processor_tls;
	const struct conc_thread *other = NULL;
	bool starves = S->steps >= since + CONC_STARVING;
	struct conc_lane *next;
	unsigned ready, queued = p ? conc_queued_count(p) : 0;

	if (turn == CONC_TURN_ACCESS && !starves && !conc_profile_shared(S->place, S->word))
		return S->current;
	if (turn == CONC_TURN_ACCESS) *conc_policy_word(S->current) = S->word;
	if (starves) conc_policy_last(S->current);
	else if (turn == CONC_TURN_RELAX) conc_policy_lowest(S->current);
	else if (turn != CONC_TURN_BLOCK) *conc_priority_of(S->current) = conc_policy_priority();
	next = conc_highest_lane(&ready);
	if (turn == CONC_TURN_RELAX && next == S->current && ready > queued + 1) {
		conc_policy_last(next); /* all others are there, and have to run */
		next = conc_highest_lane(&ready);
	}
	if (ready == 1 || starves) since = S->steps;
	S->next_access = S->accesses;
	S->next_operation = S->operations + conc_policy_gap(operation_gap);
	if (next == S->current && may_yield && (other = conc_queued_highest(p))) {
		*yields = other->priority > *conc_priority_of(next);
		if (!*yields) other = NULL;
	}
	if (next) take(other ? other->word : *conc_policy_word(next), next);
	return next;
}

static void pos_start(void)
{
	S->next_operation = S->next_access = 1;
	operation_gap = conc_policy_operation_gap();
}

const struct conc_policy conc_policy_pos = {
        .start = pos_start, .choose = pos_choose, .order = conc_queued_highest_first};
