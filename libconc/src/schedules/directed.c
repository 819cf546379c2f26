/* SPDX-License-Identifier: MIT */
/*
 * A run that is directed at a pair of places: mostly one that pairs.c has found, where two threads
 * may take two locks in opposite orders (DeadlockFuzzer: Joshi, Park, Sen, Naik, PLDI 2009) or have
 * a race (RaceFuzzer: Sen, PLDI 2008); else two places at which something shared was touched.
 *
 * The first thread that is about to take the step at one of the places waits, at the lowest
 * priority. When another one is about to take that at the other place, both get new priorities. If
 * no other can run, the thread that waits goes on; after IN_VAIN such times there is no pair any
 * more. pos.c decides all else.
 *
 *     none waits ──one comes to a place──► it waits ──another comes to the other place──► none
 * waits ──no other can run: in vain─────────►
 */
#include "policy.h"

#include <string.h>

#include "profile.h"

#define S (&conc_schedule)
#define IN_VAIN 20u

static const void *places[2]; /* NULL: nothing is known */
static bool locks;            /* the two threads are about to take different ones */
static int64_t *waiting;      /* the priority of the thread that waits, or NULL */
static const void *expected;  /* where another one is to come */
static uintptr_t word;        /* that the first one is about to touch */
static unsigned in_vain;      /* waits to which nobody came: others may poll all the while */

static struct conc_lane *directed_choose(enum conc_turn turn, bool may_yield, bool *yields)
{
	if (waiting && waiting == conc_priority_of(S->current)) { /* it has gone on */
		waiting = NULL;
		if (++in_vain == IN_VAIN) places[0] = places[1] = NULL;
	}
	if (turn != CONC_TURN_ACCESS || !S->place) {
		/* nothing to wait for */
	} else if (waiting && S->place == expected && (locks || conc_step_word(S->word) == word)) {
		*waiting = conc_policy_priority();
		waiting = NULL;
	} else if (!waiting && (S->place == places[0] || S->place == places[1])) {
		waiting = conc_priority_of(S->current);
		expected = places[S->place == places[0]];
		word = conc_step_word(S->word);
		*conc_policy_word(S->current) = 0; /* whoever touches that does not end the wait */
		turn = CONC_TURN_RELAX;
	}
	return conc_policy_pos.choose(turn, may_yield, yields);
}

static void directed_start(void)
{
	const struct conc_profile_group *group;
	const struct conc_profile_pair *pair;
	uint32_t count = 0;

	conc_policy_pos.start();
	if (!conc_profile || !conc_profile->groups) return;
	if (conc_profile->pairs && conc_schedule_random(4)) {
		pair = &conc_profile->pair[conc_schedule_random(conc_profile->pairs)];
		memcpy(places, pair->places, sizeof places);
		locks = pair->locks;
		return;
	}
	group = conc_profile_draw();
	while (count < CONC_PROFILE_PLACES && group->places[count]) count++;
	for (unsigned i = 0; i < 2; i++) places[i] = group->places[conc_schedule_random(count)];
}

const struct conc_policy conc_policy_directed = {
        .start = directed_start, .choose = directed_choose, .order = conc_queued_highest_first};
