/* SPDX-License-Identifier: MIT */
/* biased_lock: entering a side whose lock is not biased to the caller; the idea is in
 * biased_lock.h. */
#include "biased_lock.h"

#include <limits.h>

#include "guard.h"
#include "port/os.h"

enum {
	LOCK_PAUSE = 8,
	LOCK_PAUSES = 512,      /* conc_relax between two looks: at first, at most */
	LOCK_SPINS = 100,       /* looks whether the old owner has left */
	LOCK_STREAK = 64,       /* entries in a row after which a lock is biased */
	LOCK_STREAK_SEEDED = 3, /* the same in a seeded run */
	LOCK_BIAS_PAYS = 1000,  /* elements during a bias that make up for its revocation */
	LOCK_BACKOFF_MAX = 10,  /* how often the streak is doubled at most */
};

uint32_t conc_biased_lock_sleepers;

/* ---- Revoking another processor's bias ---- */

/* seq_cst: the last look, after wanted; acquire: pairs with the store of conc_biased_lock_leave */
static bool is_inside(struct conc_processor *owner, int place,
                      const struct conc_abi_channel_side *s)
{
	return load_seq_cst(&owner->inside[place]) == (uintptr_t)s;
}

static void sleep_until_left(struct conc_processor *owner, int place,
                             const struct conc_abi_channel_side *s)
{
	/* seq_cst: announces the sleeper before its last look */
	add_seq_cst(&owner->wanted, 1u);
	conc_os_heavy_barrier();
	while (is_inside(owner, place, s))
		conc_os_futex_wait(conc_low_half(&owner->inside[place]), (uint32_t)(uintptr_t)s,
		                   UINT64_MAX);
	sub_seq_cst(&owner->wanted, 1u);
}

/* Waits until owner has left s, whose word the caller holds (HELD). After the barrier either owner
 * has written that it is inside, or it will find that the bias is not its own any more. */
static void revoke(struct conc_processor *owner, int place, const struct conc_abi_channel_side *s)
{
	conc_os_heavy_barrier();
	for (int spins = 0; spins < LOCK_SPINS; spins++) {
		if (!is_inside(owner, place, s)) return;
		conc_relax(1);
	}
	sleep_until_left(owner, place, s);
}

void conc_biased_lock_wake_wanting(struct conc_processor *p, int place)
{
	conc_os_futex_wake(conc_low_half(&p->inside[place]), INT_MAX);
}

/* ---- Entering ---- */

static bool biased_lock_try(struct conc_abi_channel_side *s, struct conc_processor *p, int place)
{
	uintptr_t word = load_seq_cst(&s->conc_word); /* seq_cst: the sleeper's last look */

	if (word == CONC_BIASED_LOCK_HELD) return false;
	/* acquire: pairs with the release in conc_biased_lock_leave_held */
	if (!cas_acquire(&s->conc_word, &word, (uintptr_t)CONC_BIASED_LOCK_HELD)) return false;
	if (word == CONC_BIASED_LOCK_FREE) return true;
	word &= ~(uintptr_t)CONC_BIASED_LOCK_BIASED;
	if ((struct conc_processor *)word != p) revoke((struct conc_processor *)word, place, s);
	/* A bias was revoked: if it did not pay, the next one comes later, otherwise sooner. */
	if ((uint32_t)s->conc_count - s->conc_streak >= LOCK_BIAS_PAYS)
		s->conc_bias_backoff -= s->conc_bias_backoff > 0;
	else if (s->conc_bias_backoff < LOCK_BACKOFF_MAX) s->conc_bias_backoff++;
	s->conc_last = 0;
	return true;
}

static void sleep_for(struct conc_abi_channel_side *s, struct conc_processor *p, int place)
{
	/* seq_cst: announces the sleeper before its last look */
	add_seq_cst(&conc_biased_lock_sleepers, 1u);
	if (conc_scheduler.heavy_barrier) conc_os_heavy_barrier();
	while (!biased_lock_try(s, p, place))
		conc_os_futex_wait(conc_low_half(&s->conc_word), CONC_BIASED_LOCK_HELD, UINT64_MAX);
	sub_seq_cst(&conc_biased_lock_sleepers, 1u);
}

static void enter_contended(struct conc_abi_channel_side *s, struct conc_processor *p, int place)
{
	for (int pauses = LOCK_PAUSE; pauses <= LOCK_PAUSES; pauses *= 2) {
		if (biased_lock_try(s, p, place)) return;
		conc_relax(pauses);
	}
	sleep_for(s, p, place);
}

void conc_biased_lock_enter_slow(struct conc_abi_channel_side *s, struct conc_processor *p,
                                 int place)
{
	uintptr_t word = CONC_BIASED_LOCK_FREE;

	/* relaxed: p has done nothing inside. If this said that p is inside, a thread that waits
	 * for p to leave may be asleep. */
	if (load_relaxed(&p->inside[place])) {
		store_release(&p->inside[place], (uintptr_t)0);
		conc_light_barrier();
		if (load_seq_cst(&p->wanted) != 0) conc_biased_lock_wake_wanting(p, place);
	}
	/* acquire: pairs with the release in conc_biased_lock_leave_held */
	if (CONC_UNLIKELY(!cas_acquire(&s->conc_word, &word, (uintptr_t)CONC_BIASED_LOCK_HELD)))
		enter_contended(s, p, place);
}

void conc_biased_lock_wake(struct conc_abi_channel_side *s)
{
	conc_os_futex_wake(conc_low_half(&s->conc_word), INT_MAX);
}

uintptr_t conc_biased_lock_next_word(struct conc_abi_channel_side *s,
                                     const struct conc_processor *p)
{
	uint32_t streak =
	        conc_schedule_on() ? LOCK_STREAK_SEEDED : LOCK_STREAK << s->conc_bias_backoff;

	if (s->conc_last != (uintptr_t)p) {
		s->conc_last = (uintptr_t)p;
		s->conc_streak = 0;
	}
	if (CONC_LIKELY(++s->conc_streak < streak) || p->foreign || !conc_scheduler.heavy_barrier)
		return CONC_BIASED_LOCK_FREE;
	s->conc_streak = (uint32_t)s->conc_count;
	return (uintptr_t)p | CONC_BIASED_LOCK_BIASED;
}
