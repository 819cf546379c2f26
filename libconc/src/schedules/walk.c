/* SPDX-License-Identifier: MIT */
/*
 * Random walk: after a number of operations one of the ready lanes is drawn with equal chances;
 * after a number of accesses one of the ready lanes and of the ready threads of the same processor.
 * The mean of the number is fixed for a run: 2 to 1024 operations; 2 accesses in half of the seeds,
 * since most bugs need switches close to each other, else up to the length of the run (256 if not
 * known), since some need a thread that rests for long. Ready threads are shuffled.
 */
#include "policy.h"

#include "kernel/scheduler.h"

#define S (&conc_schedule)

static uint64_t operation_gap, access_gap; /* mean distances between two choices */

static struct conc_lane *walk_choose(enum conc_turn turn, bool may_yield, bool *yields)
{
	static struct conc_lane *ready[CONC_LANES_MAX]; /* static: user stacks may be small */
	uint32_t lanes = 0, threads = 0, n;

	if (may_yield)
		threads = conc_queued_count(conc_processor_tls) +
		          __atomic_load_n(&conc_scheduler.inject_count, __ATOMIC_RELAXED);
	for (unsigned i = 0; i < S->count; i++)
		if (S->lanes[i]->state == CONC_LANE_READY &&
		    (turn != CONC_TURN_RELAX || S->lanes[i] != S->current))
			ready[lanes++] = S->lanes[i];
	S->next_operation = S->operations + conc_policy_gap(operation_gap);
	S->next_access = S->accesses + conc_policy_gap(access_gap);
	if (lanes + threads == 0) return turn == CONC_TURN_BLOCK ? NULL : S->current;
	n = conc_schedule_random(lanes + threads);
	if (n < lanes) return ready[n];
	*yields = true;
	return S->current;
}

static void walk_order(struct conc_processor *p)
{
	uint32_t in_ring = p->ring.tail - p->ring.head;
	bool retry;
	void *t;

	if (conc_schedule_random(2) == 0) return;
	if (conc_schedule_random(2) == 0 && in_ring < CONC_RING_SIZE &&
	    (t = conc_deque_steal(&p->deque, &retry))) {
		conc_ring_push(&p->ring, t);
		in_ring++;
	}
	for (uint32_t n = conc_schedule_random(in_ring); n > 0; n--)
		if ((t = conc_ring_pop(&p->ring))) conc_ring_push(&p->ring, t);
}

static void walk_start(void)
{
	uint64_t gap = conc_schedule_options.gap, length = conc_schedule_options.length;
	uint32_t scales = length ? 1 : 8; /* powers of two that access_gap is drawn from */

	operation_gap = conc_policy_operation_gap();
	while (length && scales < 12 && (UINT64_C(2) << scales) < length) scales++;
	access_gap = UINT64_C(2) << (conc_schedule_random(2) ? conc_schedule_random(scales) : 0);
	if (gap) access_gap = gap;
	S->next_operation = S->next_access = 1;
}

const struct conc_policy conc_policy_walk = {
        .start = walk_start, .choose = walk_choose, .order = walk_order};
