/* SPDX-License-Identifier: MIT */
/*
 * Which lane runs next in a seeded run, and when the policy is asked.
 *
 * Two clocks have distances of their own: operations, the atomic steps of libconc, of which a small
 * program takes thousands, and accesses, the steps of the program, of which it takes tens.
 *
 * The policies are walk.c, pct.c, pos.c, surw.c and directed.c. Mixed, the default, gives each seed
 * one of them: the last three for three quarters of the seeds if the first run has told them what
 * threads share (profile.c), and else only the first two, by turns.
 *
 * The order of a processor's ready threads is not promised: a policy may change it.
 *
 * The generator is splitmix64 (Steele, Lea, Flood, OOPSLA 2014): one word of state.
 */
#include "policy.h"

#include "kernel/scheduler.h"
#include "profile.h"
#include "switches.h"
#include "verify.h"

#define S (&conc_schedule)

static const struct conc_policy *policy;
static int64_t lowest;

uint32_t conc_schedule_random(uint32_t n)
{
	if (S->no_chance) return n ? n - 1 : 0;
	return n ? (uint32_t)(conc_policy_random() >> 32) % n : 0;
}

uint64_t conc_policy_operation_gap(void)
{
	return UINT64_C(2) << conc_schedule_random(10);
}

/* ---- The queues of a processor ---- */

static uint32_t ring_count(const struct conc_processor *p)
{
	return p->ring.tail - p->ring.head;
}

uint32_t conc_queued_count(const struct conc_processor *p)
{
	int64_t deque = p->deque.bottom - p->deque.top;

	return ring_count(p) + (deque > 0 ? (uint32_t)deque : 0);
}

struct conc_thread *conc_queued(const struct conc_processor *p, uint32_t i)
{
	uint32_t in_ring = ring_count(p);

	if (i < in_ring) return p->ring.slots[(p->ring.head + i) % CONC_RING_SIZE];
	return p->deque.slots[(uint64_t)(p->deque.top + i - in_ring) % CONC_DEQUE_SIZE];
}

struct conc_thread *conc_queued_highest(const struct conc_processor *p)
{
	struct conc_thread *best = NULL, *t;

	for (uint32_t i = 0; i < conc_queued_count(p); i++)
		if ((t = conc_queued(p, i)) && (!best || t->priority > best->priority)) best = t;
	return best;
}

void conc_queued_to_front(struct conc_processor *p, const struct conc_thread *t)
{
	bool in_ring = false, retry;
	void *other;

	for (uint32_t i = 0; i < ring_count(p); i++) in_ring |= conc_queued(p, i) == t;
	while (!in_ring && ring_count(p) < CONC_RING_SIZE &&
	       (other = conc_deque_steal(&p->deque, &retry))) {
		conc_ring_push(&p->ring, other);
		in_ring = other == t;
	}
	for (uint32_t i = 0; in_ring && i < CONC_RING_SIZE; i++) {
		if (ring_count(p) == 0 || conc_queued(p, 0) == t) return;
		if ((other = conc_ring_pop(&p->ring))) conc_ring_push(&p->ring, other);
	}
}

void conc_queued_highest_first(struct conc_processor *p)
{
	const struct conc_thread *highest = conc_queued_highest(p);

	if (highest) conc_queued_to_front(p, highest);
}

/* ---- Priorities ---- */

int64_t conc_policy_priority(void)
{
	return (int64_t)(conc_policy_random() >> 33);
}

int64_t *conc_priority_of(struct conc_lane *lane)
{
	struct conc_thread *t = conc_lane_thread(lane);

	return t ? &t->priority : &lane->priority;
}

uintptr_t *conc_policy_word(struct conc_lane *lane)
{
	struct conc_thread *t = conc_lane_thread(lane);

	return t ? &t->word : &lane->pending;
}

void conc_policy_lowest(struct conc_lane *lane)
{
	*conc_priority_of(lane) = --lowest;
}

void conc_policy_last(struct conc_lane *lane)
{
	*conc_priority_of(lane) = --lowest + CONC_LAST;
}

struct conc_lane *conc_highest_lane(unsigned *ready)
{
	const struct conc_processor *p = conc_processor_tls;
	struct conc_lane *best = NULL;

	/* those in its queue wait for their turn, too */
	*ready = p ? conc_queued_count(p) : 0;
	for (unsigned i = 0; i < S->count; i++) {
		struct conc_lane *lane = S->lanes[i];
		if (lane->state != CONC_LANE_READY) continue;
		++*ready;
		if (!best || *conc_priority_of(lane) > *conc_priority_of(best)) best = lane;
	}
	return best;
}

/* ---- What the lanes call ---- */

struct conc_lane *conc_policy_choose(enum conc_turn turn, bool may_yield, bool *yields)
{
	return policy->choose(turn, may_yield, yields);
}

static uint32_t new_order(void)
{
	if (policy->created) policy->created(S->created);
	return S->created++;
}

void conc_policy_new(struct conc_lane *lane, bool of_program)
{
	lane->priority = conc_policy_priority();
	if (!of_program) return;
	lane->order = new_order();
	conc_story_started(lane->order);
	if (conc_verify_on) conc_verify_wakes(lane->order);
}

void conc_policy_ready(void)
{
	S->preempt |= policy->preempts;
}

static uint32_t *same_number; /* for the next new thread, or NULL */

void conc_schedule_same_number(uint32_t *number)
{
	if (conc_schedule_verified()) same_number = number;
}

static uint32_t same_order(void)
{
	uint32_t *number = same_number;

	same_number = NULL;
	if (!number) return new_order();
	if (!*number) *number = new_order() + 1;
	return *number - 1;
}

void conc_schedule_new_thread(struct conc_thread *t)
{
	struct conc_lane *lane = S->current;

	if (!conc_schedule_on()) return;
	S->threads++;
	t->priority = conc_policy_priority();
	t->word = 0;
	t->pauses = false;
	t->locks = NULL;
	/* a kernel thread that gets its descriptor has its number already */
	t->order = lane->kernel && !lane->described ? lane->order : same_order();
	t->number = t->order; /* for reports: the descriptor's is one of many per kernel thread */
	lane->described = true;
	if (conc_verify_on) conc_verify_wakes(t->order);
	if (!policy->preempts) return;
	S->preempt = true;
	conc_schedule_recheck(); /* at the very next step, as in a run that writes its story */
}

void conc_schedule_shuffle(struct conc_processor *p)
{
	if (conc_schedule_on()) policy->order(p);
}

/* ---- The beginning ---- */

static const struct conc_policy *policy_of(uint64_t seed)
{
	static const struct conc_policy *const some[] = {
	        [CONC_POLICY_WALK] = &conc_policy_walk,
	        [CONC_POLICY_PCT] = &conc_policy_pct,
	        [CONC_POLICY_POS] = &conc_policy_pos,
	        [CONC_POLICY_SURW] = &conc_policy_surw,
	        [CONC_POLICY_DIRECTED] = &conc_policy_directed,
	};
	static const enum conc_schedule_policy mixed[8] = {
	        CONC_POLICY_PCT, CONC_POLICY_SURW, CONC_POLICY_DIRECTED, CONC_POLICY_SURW,
	        CONC_POLICY_POS, CONC_POLICY_WALK, CONC_POLICY_SURW,     CONC_POLICY_DIRECTED};
	enum conc_schedule_policy one = conc_schedule_options.policy;

	if (conc_switches) return &conc_policy_switches;
	if (conc_verify_on) return &conc_policy_verify;
	if (one == CONC_POLICY_MIXED)
		one = conc_profile && conc_profile->groups ? mixed[seed % 8]
		      : seed % 2                           ? CONC_POLICY_WALK
		                                           : CONC_POLICY_PCT;
	return some[one];
}

void conc_policy_start(uint64_t seed)
{
	static const uint8_t processors[8] = {1, 2, 2, 2, 3, 3, 4, 4};
	uint64_t most = conc_schedule_options.late;

	S->random = seed * UINT64_C(0xd1342543de82ef95);
	S->processors = processors[conc_schedule_random(8)];
	/* the nanoseconds that this run may be late in all; 0 in half of the runs */
	S->late = most && conc_schedule_random(2) ? conc_policy_random() % (most + 1) : 0;
	policy = policy_of(seed);
	policy->start();
}
