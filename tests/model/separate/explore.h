/* SPDX-License-Identifier: MIT */
/* separate: all that a program may lead to.
 *
 * Depth first, each state once. Steps that commute with all that others may do meanwhile are taken
 * first and alone: calls, what handlers do, ends of blocks, answers; only the order of reservations
 * is a choice. With all_orders nothing is left out: the two must agree (selftest.c). */
#ifndef SEPARATE_EXPLORE_H
#define SEPARATE_EXPLORE_H

#include <stddef.h>

#include "model.h"

/* What can be seen of a run, as one number. In world.h the same, of the real one. */
struct outcomes {
	uint64_t *hash; /* sorted */
	size_t count, deadlocks, states;
	bool too_many; /* states or outcomes, or a bound of the model was passed */
	bool broken;   /* something was done that stops the program */
};

/* visit, if it is not null: for the first state with each outcome. */
struct outcomes explore(const struct program *p, enum mode mode, bool all_orders, size_t states_max,
                        void (*visit)(const struct program *p, const struct state *s,
                                      bool deadlock));
bool outcomes_have(const struct outcomes *o, uint64_t hash);

uint64_t outcome_hash(const struct program *p, const struct state *s, bool deadlock);
void outcome_print(const struct program *p, const struct state *s, bool deadlock);

#endif
