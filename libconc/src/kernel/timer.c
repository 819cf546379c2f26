/* SPDX-License-Identifier: MIT */
/*
 * timer: hierarchical timing wheels (Varghese and Lauck, "Hashed and hierarchical timing wheels",
 * 1987, scheme 7), which look at a timer only when something may be due.
 *
 * The idea. Most timers are taken back, and a thread that waits with a limit soon does so again. So
 * the owner of a timer writes only its `deadline`. The timer's `place`, where it is linked, may be
 * earlier: the wheel looks at it there, and then puts it where it belongs by now, or leaves it out.
 * Only a deadline before the place needs the lock.
 *
 *     deadline:  0 ──owner: add──► time ──owner: remove──► 0
 *                                   └──a wheel that has reached it: CAS, fire──► 0
 *     place:     0 ──add: under the lock──► time ──the wheel looks──► later time, or 0
 *                                           └──add: under the lock──► earlier time
 *
 *     owner                             wheel, under the lock
 *     deadline = d       seq_cst        place = deadline as it was read    seq_cst
 *     place after d?     seq_cst        deadline earlier than that now?    seq_cst
 *       then lock, and link again         then put it there
 *
 * One of the two sees what the other has written, so place is never after the deadline for long.
 * Timers are fired under the lock. An owner that finds that its timer is fired waits until place is
 * 0, or for the lock, and then fire is over.
 *
 * A wheel. Times are numbers of 6 bits a digit above a grain of 4 us. A timer is in the slot of the
 * highest digit in which its place differs from `base`, which is at or before all places. So the
 * slots of a level are in order, and each level is before the next. When the earliest place in the
 * first slot comes, base goes there, and what is not due moves to lower levels. A slot remembers
 * the earliest place, so the sleeper is woken for a deadline, not for a slot.
 *
 * There are several wheels, as timers of two processors would fight for the lock and the ends of
 * slots. A timer stays with the wheel of the processor that first added it. `next` of all wheels is
 * one cache line.
 *
 * Threads are made ready after the locks are released, since that may start a kernel thread, which
 * may take long. Meanwhile such a thread is in a list of fired threads:
 *
 *     PARKED ──fire: CAS, under the lock──► EXPIRED, in the list ──behind it──► ready
 *
 * Nobody else makes it ready, so it does not run, and `next` is free for the list. `firing`
 * counts such lists: up under a lock when the timers are taken out, down when all threads are
 * ready. So a check whether the program is blocked finds the timer, the list, or the thread in a
 * queue. A check that found the list is not repeated, so the firer checks afterwards.
 *
 * Rejected: a pairing heap (to remove one of a million costs some ten cache misses); unlinking at
 * once (a lock, and the cache misses of both neighbours: 70 ns with a million); one wheel (150 to
 * 300 ns on two processors); an array heap (it is allocated).
 */
#include "timer.h"

#include <stddef.h>

#include "conc/duration.h"
#include "scheduler.h"

#define WHEELS (CONC_SCHEDULES ? 1 : 8) /* under seeds each look at one is a step */
#define GRAIN 12                        /* log2 of the nanoseconds of a slot of level 0 */
#define DIGIT 6                         /* log2 of the slots of a level */
#define SLOTS (1u << DIGIT)
#define LEVELS ((64 - GRAIN + DIGIT - 1) / DIGIT)

struct slot {
	struct conc_timer *first, *last;
	uint64_t earliest; /* no place in it is earlier */
};

/* All under the lock. */
static struct wheel {
	_Alignas(CONC_CACHE_LINE) struct conc_tiny_lock lock;
	uint32_t levels;       /* bits: those that have timers */
	uint64_t base;         /* 0: new */
	uint64_t used[LEVELS]; /* bits: the slots that have timers */
	struct slot slots[LEVELS * SLOTS];
} wheels[WHEELS];

static struct {
	/* atomic: written under the wheel's lock */
	_Alignas(CONC_CACHE_LINE) uint64_t next[WHEELS];
	uint32_t firing; /* atomic: counted up under the lock of each wheel in the list */
} timers = {.next = {[0 ... WHEELS - 1] = CONC_NEVER}};

/* 0 is never. */
static bool is_earlier(uint64_t a, uint64_t b)
{
	return a - 1 < b - 1;
}

uint64_t conc_timer_next(void)
{
	uint64_t next = CONC_NEVER;

	for (unsigned i = 0; i < WHEELS; i++) {
		/* seq_cst: an inserter stores next and then looks until when the sleeper sleeps; a
		 * sleeper stores until when and then looks at next */
		uint64_t of_wheel = load_seq_cst(&timers.next[i]);
		if (of_wheel < next) next = of_wheel;
	}
	return next;
}

/* ---- Slots ---- */

static struct slot *first_slot(struct wheel *w)
{
	unsigned level;

	if (!w->levels) return NULL;
	level = (unsigned)__builtin_ctz(w->levels);
	return &w->slots[level * SLOTS + (unsigned)__builtin_ctzll(w->used[level])];
}

static void update_next(struct wheel *w)
{
	const struct slot *slot = first_slot(w);
	uint64_t next = slot ? slot->earliest : CONC_NEVER, *shown = &timers.next[w - wheels];

	if (next != *shown) store_seq_cst(shown, next); /* as in conc_timer_next */
}

/* Marks a slot as empty. */
static void mark_empty(struct wheel *w, struct slot *slot)
{
	unsigned i = (unsigned)(slot - w->slots), level = i / SLOTS;

	slot->first = slot->last = NULL;
	w->used[level] &= ~((uint64_t)1 << i % SLOTS);
	if (!w->used[level]) w->levels &= ~(1u << level);
}

static void link_timer(struct wheel *w, struct conc_timer *t, uint64_t place)
{
	uint64_t at = place > w->base ? place : w->base;
	uint64_t differs = (at ^ w->base) | ((uint64_t)1 << GRAIN);
	unsigned level = (63u - (unsigned)__builtin_clzll(differs) - GRAIN) / DIGIT;
	unsigned digit = (at >> (GRAIN + level * DIGIT)) % SLOTS;
	struct slot *slot = &w->slots[level * SLOTS + digit];

	if (!slot->first || place < slot->earliest) slot->earliest = place;
	t->slot = (uint16_t)(slot - w->slots);
	t->next = NULL;
	t->previous = slot->last;
	*(slot->last ? &slot->last->next : &slot->first) = t;
	slot->last = t;
	w->used[level] |= (uint64_t)1 << digit;
	w->levels |= 1u << level;
}

static void unlink_timer(struct wheel *w, struct conc_timer *t)
{
	struct slot *slot = &w->slots[t->slot];

	*(t->next ? &t->next->previous : &slot->last) = t->previous;
	*(t->previous ? &t->previous->next : &slot->first) = t->next;
	if (!slot->first) mark_empty(w, slot);
}

/* Links t, which is in no slot, where it belongs by its deadline, if it has one. */
static void put(struct wheel *w, struct conc_timer *t)
{
	uint64_t place, deadline = load_relaxed(&t->deadline);

	do {
		place = deadline;
		/* seq_cst: stores the place, then looks at the deadline; the owner in
		 * conc_timer_add does the reverse */
		store_seq_cst(&t->place, place);
		deadline = load_seq_cst(&t->deadline);
	} while (is_earlier(deadline, place));
	if (place) link_timer(w, t, place);
}

/* ---- Adding and removing ---- */

/* Links t at its deadline, if that is before its place; for nothing, if it has fired just now.
 * Returns whether it may be the first of its wheel. */
static bool link_earlier(struct wheel *w, struct conc_timer *t, uint64_t deadline)
{
	uint64_t *next = &timers.next[w - wheels], place = load_relaxed(&t->place);

	if (!is_earlier(deadline, place)) return false; /* the wheel has looked at it meanwhile */
	if (place) unlink_timer(w, t);
	if (!w->base) w->base = conc_now();
	store_relaxed(&t->place, deadline); /* others look at it under the lock */
	link_timer(w, t, deadline);
	if (deadline >= *next) return false;
	store_seq_cst(next, deadline); /* as in conc_timer_next */
	return true;
}

void conc_timer_add(struct conc_timer *t, uint64_t deadline)
{
	struct wheel *w;
	bool first;

	/* relaxed: only the caller links a timer that is not linked */
	if (load_relaxed(&t->place)) {
		/* seq_cst: as in put. Release: as below. */
		store_seq_cst(&t->deadline, deadline);
		if (!is_earlier(deadline, load_seq_cst(&t->place))) return;
	} else {
		/* release: publishes fire, and what it will touch, to take_apart. The wheel may
		 * have left the timer out just now, and see this before the lock is taken. */
		store_release(&t->deadline, deadline);
	}
	if (!t->wheel) {
		const struct conc_processor *p = conc_processor_current();
		t->wheel = (uint8_t)(1 + (p ? p->index % WHEELS : 0));
	}
	w = &wheels[t->wheel - 1];
	conc_tiny_lock_acquire(&w->lock);
	first = link_earlier(w, t, deadline);
	conc_tiny_lock_release(&w->lock);
	if (first && conc_timer_next() >= deadline) conc_scheduler_timer_changed(deadline);
}

bool conc_timer_remove(struct conc_timer *t)
{
	struct wheel *w = &wheels[t->wheel - 1];

	/* acquire: pairs with take_apart; a place of 0 is then one of fire_all */
	if (exchange_acquire(&t->deadline, 0)) return true;
	/* acquire: pairs with fire_all, where fire is over */
	if (!load_acquire(&t->place)) return false;
	conc_tiny_lock_acquire(&w->lock);
	conc_tiny_lock_release(&w->lock);
	return false;
}

/* ---- Firing ---- */

/* Takes the first slot apart. Appends what is due to *end, and returns the new end. */
static struct conc_timer **take_apart(struct wheel *w, struct slot *slot, uint64_t now,
                                      struct conc_timer **end)
{
	unsigned i = (unsigned)(slot - w->slots), shift = GRAIN + i / SLOTS * DIGIT;
	uint64_t above = shift + DIGIT < 64 ? w->base >> (shift + DIGIT) << DIGIT : 0;
	uint64_t from = (above | i % SLOTS) << shift, to = from + ((uint64_t)1 << shift) - 1;
	struct conc_timer *t = slot->first, *next;

	mark_empty(w, slot);
	/* within the slot, so that the others of its level stay where they are */
	if (from > w->base) w->base = from;
	if (now > w->base) w->base = now < to ? now : to;
	for (; t; t = next) {
		uint64_t deadline = load_relaxed(&t->deadline);
		next = t->next;
		/* acquire: pairs with conc_timer_add; release: the place, to conc_timer_remove */
		if (deadline && deadline <= now && cas_acq_rel(&t->deadline, &deadline, 0)) {
			store_relaxed(&t->place, deadline); /* for sort */
			*end = t;
			end = &t->next;
		} else {
			put(w, t);
		}
	}
	return end;
}

/* Merges two lists in the order of places; of equal ones a's are first. */
static struct conc_timer *merge(struct conc_timer *a, struct conc_timer *b)
{
	struct conc_timer *list, **end = &list;

	while (a && b) {
		struct conc_timer **first = b->place < a->place ? &b : &a;
		*end = *first;
		end = &(*end)->next;
		*first = *end;
	}
	*end = a ? a : b;
	return list;
}

static struct conc_timer *sort(struct conc_timer *list)
{
	struct conc_timer *runs[32] = {NULL}, *sorted = NULL; /* run i has 2^i timers, or none */

	while (list) {
		struct conc_timer *run = list;
		unsigned i = 0;
		list = list->next;
		run->next = NULL;
		for (; runs[i]; runs[i++] = NULL) run = merge(runs[i], run);
		runs[i] = run;
	}
	for (unsigned i = 0; i < 32; i++) sorted = merge(runs[i], sorted);
	return sorted;
}

/* Calls fire for each. Returns the threads to make ready. */
static struct conc_thread *fire_all(struct conc_timer *due)
{
	struct conc_thread *threads = NULL, **end = &threads;

	if (due && due->next) due = sort(due);
	for (struct conc_timer *next; due; due = next) {
		next = due->next;
		*end = due->fire(due);
		if (*end) end = &(*end)->next;
		/* release: fire is over, for conc_timer_remove */
		store_release(&due->place, 0);
	}
	*end = NULL;
	return threads;
}

static void make_ready(struct conc_thread *t)
{
	for (struct conc_thread *next; t; t = next) {
		next = t->next; /* not after it is ready: it may then run */
		conc_scheduler_ready(t);
	}
	/* seq_cst: a check that no longer sees this list in conc_timer_pending sees its threads in
	 * queues; if they have run and wait again, the check below comes after the last worker has
	 * given its slot back */
	sub_seq_cst(&timers.firing, 1u);
	conc_scheduler_check_blocked();
}

uint64_t conc_timer_run(void)
{
	struct conc_timer *due, **end = &due;
	struct conc_thread *threads;
	struct slot *slot;
	uint32_t held = 0; /* bits: the wheels whose locks it has */
	uint64_t now;

	if (conc_timer_next() == CONC_NEVER) return CONC_NEVER;
	now = conc_now();
	for (unsigned i = 0; i < WHEELS; i++) {
		struct wheel *w = &wheels[i];
		/* try: the holder of the lock fires them, or leaves soon, and then we are called
		 * again. relaxed: a hint, seen by a caller that slept until this deadline */
		if (load_relaxed(&timers.next[i]) > now || !conc_tiny_lock_try(&w->lock)) continue;
		held |= 1u << i;
		while ((slot = first_slot(w)) && slot->earliest <= now)
			end = take_apart(w, slot, now, end);
		update_next(w);
	}
	*end = NULL;
	threads = fire_all(due);
	if (threads) add_relaxed(&timers.firing, 1u); /* published by the locks */
	for (; held; held &= held - 1) conc_tiny_lock_release(&wheels[__builtin_ctz(held)].lock);
	if (threads) make_ready(threads);
	return conc_timer_next();
}

/* Returns whether a timer in w waits. Those that were taken back, and come before it, go. */
static bool has_timer(struct wheel *w)
{
	struct slot *slot;

	while ((slot = first_slot(w))) {
		struct conc_timer *t = slot->first;
		uint64_t place = load_relaxed(&t->place);
		if (load_relaxed(&t->deadline)) return true;
		/* As in put, but a timer that is added just now stays where it was: nobody would
		 * tell the sleeper of an earlier place. */
		store_seq_cst(&t->place, 0);
		if (!load_seq_cst(&t->deadline)) unlink_timer(w, t);
		else store_relaxed(&t->place, place);
	}
	return false;
}

bool conc_timer_pending(void)
{
	bool pending = false;

	for (struct wheel *w = wheels; w < wheels + WHEELS; w++) {
		conc_tiny_lock_acquire(&w->lock);
		pending |= has_timer(w);
		update_next(w);
		/* seq_cst: pairs with make_ready */
		pending |= load_seq_cst(&timers.firing) != 0;
		conc_tiny_lock_release(&w->lock);
	}
	return pending;
}

void conc_timer_locks(void (*change)(struct conc_tiny_lock *lock))
{
	for (unsigned i = 0; i < WHEELS; i++) change(&wheels[i].lock);
}

void conc_timer_reset(void)
{
	struct slot *slot;

	for (unsigned i = 0; i < WHEELS; i++) {
		while ((slot = first_slot(&wheels[i]))) {
			slot->first->deadline = slot->first->place = 0;
			unlink_timer(&wheels[i], slot->first);
		}
		wheels[i].lock.word = 0;
		timers.next[i] = CONC_NEVER;
	}
	timers.firing = 0;
}
