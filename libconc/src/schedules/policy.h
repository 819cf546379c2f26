/* SPDX-License-Identifier: MIT */
/* What the policies share. A policy chooses the lane that runs next and, among the ready threads of
 * the running processor, the one that a yield would go to. */
#ifndef CONC_SRC_POLICY_H
#define CONC_SRC_POLICY_H

#include "lane.h"

struct conc_policy {
	/* once, when the seed is known */
	void (*start)(void);
	/* conc_policy_choose */
	struct conc_lane *(*choose)(enum conc_turn turn, bool may_yield, bool *yields);
	/* changes the order of p's ready threads, of which the first runs next */
	void (*order)(struct conc_processor *p);
	/* a thread of that number is there, or NULL */
	void (*created)(uint32_t order);
	bool preempts; /* choose is called soon after a lane or thread has become ready */
};

#define CONC_STARVING 50000u /* steps: then another thread that is ready has its turn */

extern const struct conc_policy conc_policy_walk, conc_policy_pct, conc_policy_pos,
        conc_policy_surw, conc_policy_directed, conc_policy_switches, conc_policy_verify;

/* Returns the next number of the seed's generator. */
static inline uint64_t conc_policy_random(void)
{
	uint64_t z = conc_schedule.random += UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
	return z ^ z >> 31;
}

/* Returns how many steps to take before the one that is the next choice. */
static inline uint64_t conc_policy_gap(uint64_t mean)
{
	return conc_policy_random() % (2 * mean);
}

/* Returns the mean of the number of operations between two choices, which is fixed for a run. */
uint64_t conc_policy_operation_gap(void);

/* Returns a priority, above zero. */
int64_t conc_policy_priority(void);

/* The running lane's priority is now below all others. */
void conc_policy_lowest(struct conc_lane *lane);

/* The same, and at most about CONC_LAST: also below those that are made lowest later. */
#define CONC_LAST (INT64_MIN / 2)
void conc_policy_last(struct conc_lane *lane);

/* What the user thread that runs on lane, or else the lane, is about to touch, for POS. */
uintptr_t *conc_policy_word(struct conc_lane *lane);

/* The priority of the user thread that runs on lane, or else of the lane. */
int64_t *conc_priority_of(struct conc_lane *lane);

/* Returns the ready lane with the highest priority, or NULL; *ready: how many lanes are, and
 * threads in the queue of the running processor. */
struct conc_lane *conc_highest_lane(unsigned *ready);

/* ---- The ready threads of p, a processor that no other lane touches now ---- */

uint32_t conc_queued_count(const struct conc_processor *p);

/* Returns the i-th; NULL if it is just being moved. */
struct conc_thread *conc_queued(const struct conc_processor *p, uint32_t i);

/* Returns the one with the highest priority; NULL if there is none. */
struct conc_thread *conc_queued_highest(const struct conc_processor *p);

/* Brings that one to the front. */
void conc_queued_highest_first(struct conc_processor *p);

/* Brings t, which is ready on p, to the front. */
void conc_queued_to_front(struct conc_processor *p, const struct conc_thread *t);

#endif
