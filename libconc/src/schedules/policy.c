/* SPDX-License-Identifier: MIT */
/*
 * Which lane runs next in a seeded run, and when the policy is asked.
 *
 * Two clocks have distances of their own: operations, the atomic steps of libconc, of which a small
 * program takes thousands, and accesses, the steps of the program, of which it takes tens.
 *
 * Random walk: after a number of operations one of the ready lanes is drawn with equal chances;
 * after a number of accesses one of the ready lanes and of the ready threads of the same processor.
 * The mean of the number is fixed for a run: 2 to 1024 operations; 2 accesses in half of the seeds,
 * since most bugs need switches close to each other, else up to the length of the run (256 if not
 * known), since some need a thread that rests for long.
 *
 * PCT (Burckhardt, Kothari, Musuvathi, Nagarakatte, ASPLOS 2010, section 3): each user thread has a
 * random priority, and each lane one for the time when it runs no thread. The highest that is ready
 * runs, and at depth - 1 steps, drawn in advance, the running one becomes the lowest. A bug that
 * needs d ordered events is found with probability at least 1 / (n k^(d-1)) for n threads and k
 * steps. An exploration measures k in its first run (length:N). Otherwise k is drawn, from 8 to
 * 8192 accesses or, in one seed of four, 32 to 32 768 operations. A lane or thread that waits in a
 * loop becomes the lowest: locks of libconc spin a little, and programs may wait with conc_yield.
 * So does the running one after each 50 000 steps throughout which another was ready: two that
 * wait for each other by turns, or one that sleeps for a microsecond at a time, starve no third.
 *
 * Mixed, the default: odd seeds walk, even ones are PCT. The order of a processor's ready threads
 * is not promised: the walk shuffles them, PCT brings the highest to the front.
 *
 * The generator is splitmix64 (Steele, Lea, Flood, OOPSLA 2014): one word of state.
 */
#include "lane.h"

#include "kernel/scheduler.h"

#define DEPTH_MAX 16u
#define STARVING 50000u /* steps */

#define S (&conc_schedule)

static struct {
	bool pct;
	uint64_t operation_gap, access_gap; /* walk: mean distances between two choices */
	uint64_t changes[DEPTH_MAX];        /* PCT: where a priority changes, ascending */
	bool by_access;                     /* changes count accesses, or operations */
	unsigned change, change_count;
	uint64_t since; /* PCT: the step from which on a ready lane may have been passed over */
	int64_t lowest;
} policy;

static uint64_t next_random(void)
{
	uint64_t z = S->random += UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
	return z ^ z >> 31;
}

uint32_t conc_schedule_random(uint32_t n)
{
	return n ? (uint32_t)(next_random() >> 32) % n : 0;
}

/* ---- The queues of a processor, which no other lane touches now ---- */

static uint32_t ring_count(const struct conc_processor *p)
{
	return p->ring.tail - p->ring.head;
}

static uint32_t deque_count(const struct conc_processor *p)
{
	return p->deque.bottom > p->deque.top ? (uint32_t)(p->deque.bottom - p->deque.top) : 0;
}

static struct conc_thread *in_ring(const struct conc_processor *p, uint32_t i)
{
	return p->ring.slots[(p->ring.head + i) % CONC_RING_SIZE];
}

/* ---- PCT ---- */

static void draw_changes(unsigned depth)
{
	uint64_t length;

	policy.by_access = conc_schedule_random(4) != 0;
	length = (policy.by_access ? UINT64_C(8) : UINT64_C(32)) << conc_schedule_random(11);
	if (policy.by_access && conc_schedule_options.length) length = conc_schedule_options.length;
	policy.change_count = depth - 1;
	for (unsigned i = 0; i < policy.change_count; i++) {
		uint64_t step = next_random() % length;
		unsigned j = i;

		for (; j > 0 && policy.changes[j - 1] > step; j--)
			policy.changes[j] = policy.changes[j - 1];
		policy.changes[j] = step;
	}
}

static int64_t *priority_of(struct conc_lane *lane)
{
	struct conc_thread *t = conc_lane_thread(lane);

	return t ? &t->priority : &lane->priority;
}

static void become_lowest(struct conc_lane *lane)
{
	*priority_of(lane) = --policy.lowest;
}

/* Sets the next point: a change, or the step at which the current lane becomes lowest. */
static void set_next_change(void)
{
	uint64_t *next = policy.by_access ? &S->next_access : &S->next_operation;
	uint64_t left = policy.since + STARVING > S->steps ? policy.since + STARVING - S->steps : 1;

	S->next_operation = S->operations + left;
	S->next_access = S->accesses + left;
	if (policy.change < policy.change_count && policy.changes[policy.change] < *next)
		*next = policy.changes[policy.change];
}

/* *ready: how many lanes are. */
static struct conc_lane *highest_lane(unsigned *ready)
{
	struct conc_lane *best = NULL;

	*ready = 0;
	for (unsigned i = 0; i < S->count; i++) {
		struct conc_lane *lane = S->lanes[i];
		if (lane->state != CONC_LANE_READY) continue;
		++*ready;
		if (!best || *priority_of(lane) > *priority_of(best)) best = lane;
	}
	return best;
}

/* Returns the highest thread in p's queues; NULL if they are empty. */
static struct conc_thread *highest_thread(const struct conc_processor *p)
{
	struct conc_thread *best = NULL, *t;

	for (uint32_t i = 0; i < ring_count(p); i++)
		if ((t = in_ring(p, i)) && (!best || t->priority > best->priority)) best = t;
	for (uint32_t i = 0; i < deque_count(p); i++)
		if ((t = p->deque.slots[(uint64_t)(p->deque.top + i) % CONC_DEQUE_SIZE]) &&
		    (!best || t->priority > best->priority))
			best = t;
	return best;
}

static struct conc_lane *choose_highest(enum conc_turn turn, bool may_yield, bool *yields)
{
	bool starves = S->steps >= policy.since + STARVING;
	uint64_t now = policy.by_access ? S->accesses : S->operations;
	const struct conc_thread *other;
	struct conc_lane *next;
	unsigned ready;

	if (turn == CONC_TURN_RELAX || starves) become_lowest(S->current);
	while (policy.change < policy.change_count && policy.changes[policy.change] <= now) {
		policy.change++;
		if (turn != CONC_TURN_BLOCK) become_lowest(S->current);
	}
	next = highest_lane(&ready);
	if (ready == 1 || starves) policy.since = S->steps;
	set_next_change();
	if (next == S->current && may_yield && (other = highest_thread(conc_processor_tls)))
		*yields = other->priority > *priority_of(next);
	return next;
}

/* Brings the highest thread to the front of the ring. */
static void put_highest_first(struct conc_processor *p)
{
	const struct conc_thread *best = highest_thread(p);
	bool in_the_ring = false, retry;
	void *t;

	if (!best) return;
	for (uint32_t i = 0; i < ring_count(p); i++) in_the_ring |= in_ring(p, i) == best;
	while (!in_the_ring && ring_count(p) < CONC_RING_SIZE &&
	       (t = conc_deque_steal(&p->deque, &retry))) {
		conc_ring_push(&p->ring, t);
		in_the_ring = t == best;
	}
	for (uint32_t i = 0; in_the_ring && i < CONC_RING_SIZE; i++) {
		if (ring_count(p) == 0 || in_ring(p, 0) == best) return;
		if ((t = conc_ring_pop(&p->ring))) conc_ring_push(&p->ring, t);
	}
}

/* ---- Random walk ---- */

/* Returns how many steps to take before the one that is the next choice. */
static uint64_t draw_gap(uint64_t mean)
{
	return next_random() % (2 * mean);
}

static struct conc_lane *policy_walk(enum conc_turn turn, bool may_yield, bool *yields)
{
	static struct conc_lane *ready[CONC_LANES_MAX]; /* static: user stacks may be small */
	const struct conc_processor *p = conc_processor_tls;
	uint32_t lanes = 0, threads = 0, n;

	if (may_yield)
		threads = ring_count(p) + deque_count(p) +
		          __atomic_load_n(&conc_scheduler.inject_count, __ATOMIC_RELAXED);
	for (unsigned i = 0; i < S->count; i++)
		if (S->lanes[i]->state == CONC_LANE_READY &&
		    (turn != CONC_TURN_RELAX || S->lanes[i] != S->current))
			ready[lanes++] = S->lanes[i];
	S->next_operation = S->operations + draw_gap(policy.operation_gap);
	S->next_access = S->accesses + draw_gap(policy.access_gap);
	if (lanes + threads == 0) return turn == CONC_TURN_BLOCK ? NULL : S->current;
	n = conc_schedule_random(lanes + threads);
	if (n < lanes) return ready[n];
	*yields = true;
	return S->current;
}

static void shuffle(struct conc_processor *p)
{
	bool retry;
	void *t;

	if (conc_schedule_random(2) == 0) return;
	if (conc_schedule_random(2) == 0 && ring_count(p) < CONC_RING_SIZE &&
	    (t = conc_deque_steal(&p->deque, &retry)))
		conc_ring_push(&p->ring, t);
	for (uint32_t n = conc_schedule_random(ring_count(p)); n > 0; n--)
		if ((t = conc_ring_pop(&p->ring))) conc_ring_push(&p->ring, t);
}

/* ---- What the lanes call ---- */

struct conc_lane *conc_policy_choose(enum conc_turn turn, bool may_yield, bool *yields)
{
	return policy.pct ? choose_highest(turn, may_yield, yields)
	                  : policy_walk(turn, may_yield, yields);
}

void conc_policy_new(struct conc_lane *lane)
{
	lane->priority = (int64_t)(next_random() >> 33);
}

void conc_policy_ready(void)
{
	S->preempt |= policy.pct;
}

void conc_schedule_new_thread(struct conc_thread *t)
{
	if (!conc_schedule_on()) return;
	S->threads++;
	t->priority = (int64_t)(next_random() >> 33);
	S->preempt |= policy.pct;
}

void conc_schedule_shuffle(struct conc_processor *p)
{
	if (!conc_schedule_on()) return;
	if (policy.pct) put_highest_first(p);
	else shuffle(p);
}

/* ---- The beginning ---- */

void conc_policy_start(uint64_t seed)
{
	static const uint8_t processors[8] = {1, 2, 2, 2, 3, 3, 4, 4};
	static const uint8_t depths[8] = {1, 2, 2, 3, 3, 3, 3, 4};
	uint64_t depth = conc_schedule_options.depth, gap = conc_schedule_options.gap;
	uint64_t most = conc_schedule_options.late, length = conc_schedule_options.length;
	uint32_t scales = length ? 1 : 8; /* powers of two that access_gap is drawn from */

	S->random = seed * UINT64_C(0xd1342543de82ef95);
	S->processors = processors[conc_schedule_random(8)];
	/* the nanoseconds that this run may be late in all; 0 in half of the runs */
	S->late = most && conc_schedule_random(2) ? next_random() % (most + 1) : 0;
	policy.pct = conc_schedule_options.policy == CONC_POLICY_PCT;
	if (conc_schedule_options.policy == CONC_POLICY_MIXED) policy.pct = seed % 2 == 0;
	policy.operation_gap = UINT64_C(2) << conc_schedule_random(10);
	while (length && scales < 12 && (UINT64_C(2) << scales) < length) scales++;
	policy.access_gap = UINT64_C(2)
	                    << (conc_schedule_random(2) ? conc_schedule_random(scales) : 0);
	if (gap) policy.access_gap = gap;
	if (!depth) depth = depths[conc_schedule_random(8)];
	draw_changes(depth > DEPTH_MAX ? DEPTH_MAX : (unsigned)depth);
	if (policy.pct) set_next_change();
	else S->next_operation = S->next_access = 1;
}
