/* SPDX-License-Identifier: MIT */
/* What the first run of an exploration tells the others: what threads share, where they use it, and
 * how often each of them does. */
#ifndef CONC_SRC_PROFILE_H
#define CONC_SRC_PROFILE_H

#include "lane.h"

#define CONC_PROFILE_THREADS 256u /* later ones count as the last of these */

#define CONC_PROFILE_PLACES 8u

/* Steps that touch something shared: a static variable, or whatever some places touch. To unlock is
 * no such step: nobody else could have taken one. */
struct conc_profile_group {
	uintptr_t word; /* its address / 8; 0: by place */
	const void *places[CONC_PROFILE_PLACES];
	uint32_t steps[CONC_PROFILE_THREADS]; /* how many each thread took */
};

/* Where two threads are to be at the same time, about to take two locks in opposite orders or else
 * to touch the same. */
struct conc_profile_pair {
	const void *places[2];
	bool locks;
};

struct conc_profile {
	uint32_t groups; /* 0: nothing is known */
	uint32_t sync;   /* so many are of locks, atomic variables and the like, the first ones */
	uint32_t pairs;
	struct conc_profile_group group[64];
	struct conc_profile_pair pair[64];
	const void *private[4096]; /* places that touched nothing shared: a hash table, half full */
};

/* In memory that the processes of an exploration share; NULL: there is none. */
extern struct conc_profile *conc_profile;

/* Is this the run that fills it? */
extern bool conc_profile_on;
void conc_profile_note(const void *place, uintptr_t word, uint32_t thread);
/* The run has ended. */
void conc_profile_end(void);

/* The pairs (pairs.c): the same two for them. */
void conc_pairs_note(const void *place, uintptr_t step, uint32_t thread);
void conc_pairs_end(void);

/* May the step touch something shared? */
bool conc_profile_shared(const void *place, uintptr_t word);

/* Draws a group, mostly of locks and atomic variables. There is one. */
const struct conc_profile_group *conc_profile_draw(void);

/* Is a step in the group? The end of the program is in each. */
bool conc_profile_in(const struct conc_profile_group *group, const void *place, uintptr_t word);

#endif
