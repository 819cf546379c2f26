/* SPDX-License-Identifier: MIT */
/*
 * PCT (Burckhardt, Kothari, Musuvathi, Nagarakatte, ASPLOS 2010, section 3): each user thread has a
 * random priority, and each lane one for the time when it runs no thread. The highest that is ready
 * runs, and at depth - 1 steps, drawn in advance, the running one becomes the lowest. A bug that
 * needs d ordered events is found with probability at least 1 / (n k^(d-1)) for n threads and k
 * steps. An exploration measures k in its first run (length:N). Otherwise k is drawn, from 8 to
 * 8192 accesses or, in one seed of four, 32 to 32 768 operations. A lane or thread that waits in a
 * loop becomes the lowest: locks of libconc spin a little, and programs may wait with conc_yield.
 * So does the running one after each 50 000 steps throughout which another was ready: two that
 * wait for each other by turns, or one that sleeps for a microsecond at a time, starve no third.
 */
#include "policy.h"

#include "kernel/scheduler.h"

#define DEPTH_MAX 16u

#define S (&conc_schedule)

static uint64_t changes[DEPTH_MAX]; /* where a priority changes, ascending */
static bool by_access;              /* changes count accesses, or operations */
static unsigned change, change_count;
static uint64_t since; /* the step from which on a ready lane may have been passed over */

static void draw_changes(unsigned depth)
{
	uint64_t length;

	by_access = conc_schedule_random(4) != 0;
	length = (by_access ? UINT64_C(8) : UINT64_C(32)) << conc_schedule_random(11);
	if (by_access && conc_schedule_options.length) length = conc_schedule_options.length;
	change_count = depth - 1;
	for (unsigned i = 0; i < change_count; i++) {
		uint64_t step = conc_policy_random() % length;
		unsigned j = i;

		for (; j > 0 && changes[j - 1] > step; j--) changes[j] = changes[j - 1];
		changes[j] = step;
	}
}

/* Sets the next point: a change, or the step at which the current lane becomes lowest. */
static void set_next_change(void)
{
	uint64_t *next = by_access ? &S->next_access : &S->next_operation;
	uint64_t left = since + CONC_STARVING > S->steps ? since + CONC_STARVING - S->steps : 1;

	S->next_operation = S->operations + left;
	S->next_access = S->accesses + left;
	if (change < change_count && changes[change] < *next) *next = changes[change];
}

static struct conc_lane *pct_choose(enum conc_turn turn, bool may_yield, bool *yields)
{
	bool starves = S->steps >= since + CONC_STARVING;
	uint64_t now = by_access ? S->accesses : S->operations;
	const struct conc_thread *other;
	struct conc_lane *next;
	unsigned ready;

	if (turn == CONC_TURN_RELAX || starves) conc_policy_lowest(S->current);
	while (change < change_count && changes[change] <= now) {
		change++;
		if (turn != CONC_TURN_BLOCK) conc_policy_lowest(S->current);
	}
	next = conc_highest_lane(&ready);
	if (ready == 1 || starves) since = S->steps;
	set_next_change();
	if (next == S->current && may_yield && (other = conc_queued_highest(conc_processor_tls)))
		*yields = other->priority > *conc_priority_of(next);
	return next;
}

static void pct_start(void)
{
	static const uint8_t depths[8] = {1, 2, 2, 3, 3, 3, 3, 4};
	uint64_t depth = conc_schedule_options.depth;

	if (!depth) depth = depths[conc_schedule_random(8)];
	draw_changes(depth > DEPTH_MAX ? DEPTH_MAX : (unsigned)depth);
	set_next_change();
}

const struct conc_policy conc_policy_pct = {.start = pct_start,
                                            .choose = pct_choose,
                                            .order = conc_queued_highest_first,
                                            .preempts = true};
