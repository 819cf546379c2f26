/* SPDX-License-Identifier: MIT */
/*
 * A word is shared if two threads that are both there touch it, and one of them writes. All steps
 * at a static variable are a group. What lies elsewhere has another address in the next run, so the
 * places that touch it are the group, wherever else they are used.
 *
 * Each step of the run comes here, so a longer run than LONGEST tells nothing: pos.c and surw.c
 * would also be too slow for it.
 */
#include "profile.h"

#include <string.h>

struct conc_profile *conc_profile;
bool conc_profile_on;

#define LONGEST 200000u /* steps */
#define WORDS (1u << 16)
#define PLACES (1u << 12)
#define GROUPS (sizeof conc_profile->group / sizeof *conc_profile->group)
#define PRIVATE (sizeof conc_profile->private / sizeof *conc_profile->private)

/* How many steps a thread took. */
struct tally {
	struct tally *next;
	uint32_t thread, steps;
};

struct place {
	const void *place; /* NULL: free */
	struct tally *tallies;
	bool shared;
};

struct word {
	uintptr_t word;    /* address / 8; 0: free */
	struct word *next; /* in the order of first use, which does not depend on addresses */
	struct tally *tallies;
	bool shared, full, sync;
	uint32_t writer, there; /* at the last write: its thread, and how many there were */
	const void *places[CONC_PROFILE_PLACES]; /* ascending; full: there are more */
};

static struct place *places;
static struct word *words, *first_word, **last_word = &first_word;
static uint32_t place_count, word_count, steps;

static size_t hash_of(uintptr_t key)
{
	return (size_t)(key * UINT64_C(0x9e3779b97f4a7c15) >> 32);
}

static struct place *place_find(const void *place)
{
	size_t at = hash_of((uintptr_t)place);

	while (places[at % PLACES].place && places[at % PLACES].place != place) at++;
	return &places[at % PLACES];
}

static struct word *word_find(uintptr_t word)
{
	size_t at = hash_of(word);

	while (words[at % WORDS].word && words[at % WORDS].word != word) at++;
	return &words[at % WORDS];
}

static void count(struct tally **list, uint32_t thread)
{
	struct tally *tally = *list;

	while (tally && tally->thread != thread) tally = tally->next;
	if (!tally) {
		tally = conc_schedule_room(sizeof *tally);
		*tally = (struct tally){*list, thread, 0};
		*list = tally;
	}
	tally->steps++;
}

static void add_place(struct word *word, const void *place)
{
	unsigned i = 0;

	while (i < CONC_PROFILE_PLACES && word->places[i] && word->places[i] < place) i++;
	if (i < CONC_PROFILE_PLACES && word->places[i] == place) return;
	if (word->places[CONC_PROFILE_PLACES - 1]) {
		word->full = true;
		return;
	}
	memmove(word->places + i + 1, word->places + i,
	        (CONC_PROFILE_PLACES - 1 - i) * sizeof *word->places);
	word->places[i] = place;
}

void conc_profile_note(const void *at, uintptr_t touched, uint32_t thread)
{
	struct place *place;
	struct word *word;

	if (!places) {
		places = conc_schedule_room(PLACES * sizeof *places);
		words = conc_schedule_room(WORDS * sizeof *words);
	}
	if (++steps > LONGEST || place_count == PLACES / 2 || word_count == WORDS / 2)
		conc_profile_on = false;
	if (thread >= CONC_PROFILE_THREADS) thread = CONC_PROFILE_THREADS - 1;
	conc_pairs_note(at, touched, thread);
	place = place_find(at);
	place_count += !place->place;
	place->place = at;
	count(&place->tallies, thread);
	if (!conc_step_word(touched) || conc_step_touch(touched) == CONC_TOUCH_UNLOCKS) return;
	word = word_find(conc_step_word(touched));
	if (!word->word) {
		word_count++;
		word->word = conc_step_word(touched);
		*last_word = word;
		last_word = &word->next;
	}
	word->sync |= touched & CONC_TOUCH_SYNC;
	count(&word->tallies, thread);
	if (touched & CONC_TOUCH_WRITES) {
		word->shared |= word->tallies->next != NULL;
		word->writer = thread;
		word->there = conc_schedule.created;
	}
	word->shared |= thread != word->writer && thread < word->there;
	add_place(word, at);
}

static bool is_static(uintptr_t word)
{
	extern const char __executable_start[], end[];
	uintptr_t address = word * 8;

	return address - (uintptr_t)__executable_start <
	       (uintptr_t)end - (uintptr_t)__executable_start;
}

static void add_steps(struct conc_profile_group *group, const struct tally *tally)
{
	for (; tally; tally = tally->next) group->steps[tally->thread] += tally->steps;
}

static void add_group(const struct word *word)
{
	struct conc_profile_group *group = &conc_profile->group[conc_profile->groups];
	bool of_word = is_static(word->word);

	if (conc_profile->groups == GROUPS || (!of_word && word->full)) return;
	for (unsigned i = 0; !of_word && i < conc_profile->groups; i++)
		if (!conc_profile->group[i].word &&
		    !memcmp(conc_profile->group[i].places, word->places, sizeof word->places))
			return;
	conc_profile->groups++;
	group->steps[0]++; /* the end of the program, mostly that of main */
	memcpy(group->places, word->places, sizeof group->places);
	if (of_word) {
		group->word = word->word;
		add_steps(group, word->tallies);
		return;
	}
	for (unsigned i = 0; i < CONC_PROFILE_PLACES && group->places[i]; i++)
		add_steps(group, place_find(group->places[i])->tallies);
}

static void add_private(const void *place)
{
	size_t at = hash_of((uintptr_t)place);

	while (conc_profile->private[at % PRIVATE]) at++;
	conc_profile->private[at % PRIVATE] = place;
}

void conc_profile_end(void)
{
	bool all = conc_profile_on && words;

	conc_profile_on = false;
	if (!all) return;
	conc_pairs_end();
	for (const struct word *word = first_word; word; word = word->next)
		if (word->shared && word->sync) add_group(word);
	conc_profile->sync = conc_profile->groups;
	for (const struct word *word = first_word; word; word = word->next) {
		if (!word->shared) continue;
		for (unsigned i = 0; i < CONC_PROFILE_PLACES && word->places[i]; i++)
			place_find(word->places[i])->shared = true;
		if (!word->sync) add_group(word);
	}
	for (unsigned i = 0; i < PLACES; i++)
		if (places[i].place && !places[i].shared) add_private(places[i].place);
}

bool conc_profile_shared(const void *place, uintptr_t word)
{
	size_t at = hash_of((uintptr_t)place);

	if (!conc_profile || word & CONC_TOUCH_SYNC) return true;
	while (conc_profile->private[at % PRIVATE] && conc_profile->private[at % PRIVATE] != place)
		at++;
	return !conc_profile->private[at % PRIVATE];
}

const struct conc_profile_group *conc_profile_draw(void)
{
	uint32_t groups = conc_profile->groups;

	/* races at plain variables are found in any order */
	if (conc_profile->sync && conc_schedule_random(conc_schedule.races ? 8 : 2))
		groups = conc_profile->sync;
	return &conc_profile->group[conc_schedule_random(groups)];
}

bool conc_profile_in(const struct conc_profile_group *group, const void *place, uintptr_t word)
{
	if (place == (const void *)(uintptr_t)conc_schedule_end) return true;
	if (conc_step_touch(word) == CONC_TOUCH_UNLOCKS) return false;
	if (group->word) return conc_step_word(word) == group->word;
	for (unsigned i = 0; i < CONC_PROFILE_PLACES && group->places[i]; i++)
		if (group->places[i] == place) return true;
	return false;
}
