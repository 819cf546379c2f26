/* SPDX-License-Identifier: MIT */
/*
 * What the first run foretells: pairs of places where two threads should be at the same time.
 *
 * If a thread took lock b while it held a, and another one took a while it held b, the two could
 * wait for each other (Goodlock: Havelund, SPIN 2000). If two threads touched the same variable,
 * one of them wrote, and they held no lock in common, they could do it in the other order (Eraser:
 * Savage et al., SOSP 1997). Both are suspicions only: a third lock, or a wait, may keep the
 * threads apart. directed.c tries them out.
 */
#include <string.h>

#include "profile.h"

#define BUCKETS 1024u
#define USES 2048u
#define ORDERS 256u
#define PAIRS (sizeof conc_profile->pair / sizeof *conc_profile->pair)

struct hold {
	struct hold *next;
	uintptr_t lock;
	uint32_t thread;
	unsigned bit; /* of the lock in a set; two of more than 64 locks may have the same */
	bool held;
};

/* A thread took a lock while it held another one. */
struct order {
	struct order *next;
	uintptr_t first, second;
	const void *place; /* of the second one */
	uint32_t thread;
};

struct use {
	struct use *next; /* of the same bucket */
	uintptr_t word;
	const void *place;
	uint64_t locks; /* that were held each time */
	uint32_t thread;
	uint32_t there; /* so many threads had been created at the last one */
	bool writes;
};

static struct hold *holds;
static struct order *orders;
static struct use **buckets, *uses;
static uint32_t lock_count, order_count, use_count;

static void add_order(uintptr_t first, uintptr_t second, const void *place, uint32_t thread)
{
	struct order *o;

	for (o = orders; o; o = o->next)
		if (o->first == first && o->second == second && o->place == place &&
		    o->thread == thread)
			return;
	if (order_count++ >= ORDERS) return;
	o = conc_schedule_room(sizeof *o);
	*o = (struct order){orders, first, second, place, thread};
	orders = o;
}

static void note_lock(uintptr_t lock, const void *place, uint32_t thread)
{
	unsigned bit = lock_count % 64;
	bool known = false;
	struct hold *own = NULL;

	for (struct hold *h = holds; h; h = h->next) {
		if (h->held && h->thread == thread && h->lock != lock)
			add_order(h->lock, lock, place, thread);
		if (h->lock != lock) continue;
		known = true;
		bit = h->bit;
		if (h->thread == thread) own = h;
	}
	lock_count += !known;
	if (!own) {
		own = conc_schedule_room(sizeof *own);
		*own = (struct hold){holds, lock, thread, bit, true};
		holds = own;
	}
	own->held = true;
}

static void note_unlock(uintptr_t lock, uint32_t thread)
{
	for (struct hold *h = holds; h; h = h->next)
		if (h->thread == thread && h->lock == lock) h->held = false;
}

static uint64_t held_by(uint32_t thread)
{
	uint64_t locks = 0;

	for (const struct hold *h = holds; h; h = h->next)
		if (h->held && h->thread == thread) locks |= UINT64_C(1) << h->bit;
	return locks;
}

static void note_use(uintptr_t word, const void *place, uint32_t thread, bool writes)
{
	struct use **bucket, *u;

	if (!uses) {
		buckets = conc_schedule_room(BUCKETS * sizeof *buckets);
		uses = conc_schedule_room(USES * sizeof *uses);
	}
	bucket = &buckets[word % BUCKETS];
	for (u = *bucket; u; u = u->next)
		if (u->word == word && u->place == place && u->thread == thread) break;
	if (!u) {
		if (use_count == USES) return;
		u = &uses[use_count++];
		*u = (struct use){*bucket, word, place, UINT64_MAX, thread, 0, false};
		*bucket = u;
	}
	u->locks &= held_by(thread);
	u->writes |= writes;
	u->there = conc_schedule.created;
}

void conc_pairs_note(const void *place, uintptr_t step, uint32_t thread)
{
	uintptr_t word = conc_step_word(step);

	if (!word) return;
	if (conc_step_touch(step) == CONC_TOUCH_LOCKS) note_lock(word, place, thread);
	else if (conc_step_touch(step) == CONC_TOUCH_UNLOCKS) note_unlock(word, thread);
	else if (!(step & CONC_TOUCH_SYNC)) note_use(word, place, thread, step & CONC_TOUCH_WRITES);
}

static void add_pair(const void *one, const void *other, bool locks)
{
	struct conc_profile_pair *p = conc_profile->pair;

	if (one > other) {
		add_pair(other, one, locks);
		return;
	}
	for (uint32_t i = 0; i < conc_profile->pairs; i++)
		if (p[i].places[0] == one && p[i].places[1] == other && p[i].locks == locks) return;
	if (conc_profile->pairs < PAIRS)
		p[conc_profile->pairs++] = (struct conc_profile_pair){{one, other}, locks};
}

static bool may_race(const struct use *one, const struct use *other)
{
	return one->word == other->word && one->thread != other->thread &&
	       (one->writes || other->writes) && !(one->locks & other->locks) &&
	       one->thread < other->there && other->thread < one->there;
}

void conc_pairs_end(void)
{
	for (const struct order *o = orders; o; o = o->next)
		for (const struct order *p = o->next; p; p = p->next)
			if (o->first == p->second && o->second == p->first &&
			    o->thread != p->thread)
				add_pair(o->place, p->place, true);
	for (uint32_t i = 0; i < use_count; i++)
		for (const struct use *other = uses[i].next; other; other = other->next)
			if (may_race(&uses[i], other)) add_pair(uses[i].place, other->place, false);
}
