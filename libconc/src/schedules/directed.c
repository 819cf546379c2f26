/* SPDX-License-Identifier: MIT */
/*
 * A run that the first one has directed at a pair of places: where two threads took the same two
 * locks in opposite orders (DeadlockFuzzer: Joshi, Park, Sen, Naik, PLDI 2009), or touched the
 * same, and one of them wrote (RaceFuzzer: Sen, PLDI 2008). The pair is drawn.
 *
 * The first thread that is about to take the step at one of the places waits as long as another one
 * can run. When the other one is at the other place, both get new priorities. pos.c decides all
 * else.
 */
#include "policy.h"

#include <string.h>

#include "profile.h"

#define S (&conc_schedule)
#define IN_VAIN 20u /* then POS goes on alone */

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
