/* SPDX-License-Identifier: MIT */
/*
 * SURW, selectively uniform random walk (Zhao, Wolff, Mathur, Roychoudhury, ASPLOS 2025): all
 * orders of some steps have the same chance. The steps are those of a group, which is drawn from
 * what the first run found to be shared (profile.c), mostly of locks and atomic variables; the
 * group's counts say how many are left to each thread. The thread that takes the next one is drawn
 * by what it has left. Others pause before a step of the group; apart from that any ready thread
 * runs.
 *
 *     left 3 + 5 + 1 ──drawn──► thread 1 is intended ──it takes its step──► left 3 + 4 + 1 …
 *
 * The counts of threads that do not exist yet are the first thread's. The counts are of another
 * run, so a thread may end before its turn, or wait: if all that are ready pause, or those that do
 * not have gone on for long, one that pauses is drawn to go on. A loop that waits may take no step
 * of the group: if none pauses, a thread is drawn after as long. One that waits in a loop of such
 * steps takes them all the while: so after each 50 000 steps any that pauses is drawn, with the
 * same chance for each. Inside libconc lanes are drawn as by walk.c.
 */
#include "policy.h"

#include "kernel/scheduler.h"
#include "profile.h"

#define S (&conc_schedule)
#define NOBODY UINT32_MAX
#define LONG 10000u /* steps */

static const struct conc_profile_group *group; /* NULL: nothing is known */
static uint32_t left[CONC_PROFILE_THREADS];
static uint64_t operation_gap;
static uint32_t created;
static uint32_t intended = NOBODY; /* the thread that takes the next step of the group */
static uint64_t since; /* the step at which the last one of the group was taken, or one was drawn */
static uint64_t fair;  /* the step at which one was drawn with the same chance for each */
static const struct conc_thread *chosen; /* to run after the yield that follows */

static uint32_t left_of(uint32_t order)
{
	return left[order < CONC_PROFILE_THREADS ? order : CONC_PROFILE_THREADS - 1];
}

static uint64_t left_from(uint32_t order)
{
	uint64_t sum = 0;

	for (; order < CONC_PROFILE_THREADS; order++) sum += left[order];
	return sum;
}

static void draw_intended(void)
{
	uint64_t all = left_from(0), drawn;
	uint32_t order = 0;

	intended = NOBODY;
	if (!all) return;
	for (drawn = conc_policy_random() % all; drawn >= left[order]; order++)
		drawn -= left[order];
	intended = order < created ? order : 0;
}

/* If the first thread was drawn, it may have been for this one. */
static void surw_created(uint32_t order)
{
	uint64_t all = left[0] + left_from(order);

	created = order + 1;
	if (group && intended == 0 && order && all && conc_policy_random() % all < left_of(order))
		intended = order;
}

static void take(uint32_t order)
{
	since = S->steps;
	if (left_of(order)) left[order < CONC_PROFILE_THREADS ? order : CONC_PROFILE_THREADS - 1]--;
	draw_intended();
}

/* ---- Those that may run: a lane, or a thread of the running processor ---- */

struct ready {
	struct conc_lane *lane;     /* or NULL */
	struct conc_thread *thread; /* on the lane, or in the queue; or NULL */
};

static bool *pauses(const struct ready *one)
{
	return one->thread ? &one->thread->pauses : &one->lane->pauses;
}

static uint32_t order_of(const struct ready *one)
{
	return one->thread ? one->thread->order : one->lane->order;
}

static struct ready ready[1024];
static uint32_t ready_count;

static void add(struct conc_lane *lane, struct conc_thread *thread)
{
	if (ready_count < sizeof ready / sizeof *ready)
		ready[ready_count++] = (struct ready){lane, thread};
}

static void add_queued(const struct conc_processor *p)
{
	struct conc_thread *t;

	for (uint32_t i = 0; i < conc_queued_count(p); i++)
		if ((t = conc_queued(p, i))) add(NULL, t);
}

/* Its chance among those that pause: what it has left, and 1; equal: 1. */
static uint64_t weight(const struct ready *one, bool equal)
{
	if (!*pauses(one)) return 0;
	return equal ? 1 : UINT64_C(1) + left_of(order_of(one));
}

/* Draws one of those that pause to take its step; all: the sum of their weights. */
static const struct ready *draw_pausing(uint64_t all, bool equal)
{
	const struct ready *one = ready;
	uint64_t drawn = conc_policy_random() % all;

	for (; drawn >= weight(one, equal); one++) drawn -= weight(one, equal);
	return one;
}

/* Draws one that does not pause; if all do, one to take its step. */
static const struct ready *draw(void)
{
	const struct ready *one = NULL;
	uint32_t running = 0, drawn;
	bool starves = S->steps >= fair + CONC_STARVING;
	bool is_long = starves || S->steps >= since + LONG;
	uint64_t all = 0;

	if (is_long) since = S->steps;
	if (starves) fair = S->steps;
	for (uint32_t i = 0; i < ready_count; i++) {
		if (*pauses(&ready[i]) && order_of(&ready[i]) == intended) one = &ready[i];
		running += !*pauses(&ready[i]);
		all += weight(&ready[i], starves);
	}
	if (one) running++;
	if (all && (running == 0 || is_long)) {
		one = draw_pausing(all, starves);
	} else if (running) {
		drawn = conc_schedule_random(running);
		for (uint32_t i = 0; i < ready_count; i++)
			if ((&ready[i] == one || !*pauses(&ready[i])) && drawn-- == 0) {
				if (&ready[i] != one) return &ready[i];
				break;
			}
	} else {
		return NULL;
	}
	*pauses(one) = false;
	take(order_of(one));
	return one;
}

static struct conc_lane *surw_choose(enum conc_turn turn, bool may_yield, bool *yields)
{
	struct ready self = {S->current, conc_lane_thread(S->current)};
	const struct ready *one;

	S->next_access = S->accesses;
	S->next_operation = S->operations + conc_policy_gap(operation_gap);
	if (turn == CONC_TURN_ACCESS) {
		if (group && conc_profile_in(group, S->place, S->word)) {
			if (intended == order_of(&self)) {
				take(intended);
				return S->current;
			}
			*pauses(&self) = intended != NOBODY;
		} else if (S->steps < since + LONG &&
		           (!conc_profile_shared(S->place, S->word) || conc_schedule_random(2))) {
			return S->current;
		}
	}
	ready_count = 0;
	for (unsigned i = 0; i < S->count; i++)
		if (S->lanes[i]->state == CONC_LANE_READY &&
		    (turn != CONC_TURN_RELAX || S->lanes[i] != S->current))
			add(S->lanes[i], conc_lane_thread(S->lanes[i]));
	if (may_yield) add_queued(conc_processor_tls);
	one = draw();
	if (!one) return turn == CONC_TURN_BLOCK ? NULL : S->current;
	if (one->lane) return one->lane;
	chosen = one->thread;
	*yields = true;
	return S->current;
}

static void surw_order(struct conc_processor *p)
{
	const struct conc_thread *first = chosen;
	const struct ready *one;

	chosen = NULL;
	if (!first) {
		ready_count = 0;
		add_queued(p);
		one = draw();
		first = one ? one->thread : NULL;
	}
	if (first) conc_queued_to_front(p, first);
}

static void surw_start(void)
{
	S->next_operation = S->next_access = 1;
	operation_gap = conc_policy_operation_gap();
	if (!conc_profile || !conc_profile->groups) return;
	group = conc_profile_draw();
	for (unsigned i = 0; i < CONC_PROFILE_THREADS; i++) left[i] = group->steps[i];
	created = 1;
	draw_intended();
}

const struct conc_policy conc_policy_surw = {
        .start = surw_start, .choose = surw_choose, .order = surw_order, .created = surw_created};
