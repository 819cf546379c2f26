/* SPDX-License-Identifier: MIT */
/*
 * biased_lock: the lock of one side of a channel.
 *
 * The idea. The lock is held for a dozen instructions, millions of times a second, so the cost of
 * an uncontended entry counts: in the end it needs no locked instruction at all. A processor (a
 * kernel thread that runs user threads) that has entered many times in a row is given a bias:
 * the word names it. From then on it enters by writing into its own record which side it is in,
 * and looking whether the word still names it. Another processor that wants the side takes the
 * word by a compare-and-swap, makes all processors pass a barrier (membarrier), and waits until
 * the old owner's record names another side or none. That costs microseconds, so the
 * next bias then needs a longer streak.
 *
 *     FREE ──enter: anybody, cas──► HELD ──leave──► FREE
 *                                   HELD ──leave, after many entries in a row──► P|BIASED
 *     P|BIASED ──P enters: P.inside = side; the word is still P|BIASED──► (inside)
 *              ──P leaves: P.inside = 0; is somebody waiting for P? wake──► P|BIASED
 *              ──enter: another, cas──► HELD ──barrier, P.inside ≠ side──► (inside)
 *
 * Leaving a HELD word is a plain store. A store cannot tell whether a kernel thread sleeps, so
 * leaving then looks at a counter of sleepers, shared by all locks of this kind and nearly always
 * 0. The sleeper pays for the order of store and look, with a heavy barrier between announcing
 * itself and its last look at the word. The same holds for `wanted`, the number of those that sleep
 * until P has left. If the kernel has no membarrier, no lock is biased, and leaving is an exchange.
 *
 * Rejected: guard.h (two locked instructions per entry, 11 of a send's 16 ns); a ticket or a
 * queue lock (if the kernel takes the CPU of the holder or of the next in line, all others stop);
 * taking turns under contention (each change of hands moves two cache lines, 120 ns). Instead, a
 * processor that finds the lock held stays away for about a microsecond, in which the holder's
 * processor makes a hundred entries.
 *
 * Invariants.
 * - In a side of senders a processor may enter a side of receivers, and nothing else: `inside` has
 *   a place for each. Inside it does not park and does not call the program's code.
 * - The word only names workers' processors, which are never freed; a foreign thread's is.
 * - Leaving touches the side last with its store to the word, or not at all: the next thread that
 *   enters may free the side.
 */
#ifndef CONC_SRC_BIASED_LOCK_H
#define CONC_SRC_BIASED_LOCK_H

#include "conc/abi_channel.h"
#include "scheduler.h"

enum { CONC_BIASED_LOCK_FREE = 0, CONC_BIASED_LOCK_HELD = 1, CONC_BIASED_LOCK_BIASED = 2 };

/* Indices of a processor's `inside`. */
enum { CONC_BIASED_LOCK_IN, CONC_BIASED_LOCK_OUT };

/* atomic: kernel threads that sleep for a side, or are about to */
extern uint32_t conc_biased_lock_sleepers __attribute__((visibility("hidden")));

void conc_biased_lock_enter_slow(struct conc_abi_channel_side *s, struct conc_processor *p,
                                 int place);
void conc_biased_lock_wake(struct conc_abi_channel_side *s);
void conc_biased_lock_wake_wanting(struct conc_processor *p, int place);

/* For fork's child: p is inside no side, or its kernel thread does not exist in the child. */
static inline void conc_biased_lock_forget(struct conc_processor *p)
{
	p->inside[CONC_BIASED_LOCK_IN] = p->inside[CONC_BIASED_LOCK_OUT] = 0;
	p->wanted = conc_biased_lock_sleepers = 0;
}

/* Returns the value that leaving stores in the word. p is inside, and the word is HELD. */
uintptr_t conc_biased_lock_next_word(struct conc_abi_channel_side *s,
                                     const struct conc_processor *p);

/* Enters if the lock is biased to p. Returns whether it is, and p is now inside. */
static inline bool conc_biased_lock_enter_biased(struct conc_abi_channel_side *s,
                                                 struct conc_processor *p, int place)
{
	uintptr_t mine = (uintptr_t)p | CONC_BIASED_LOCK_BIASED;

	/* relaxed: a guess that saves the rest */
	if (load_relaxed(&s->conc_word) != mine) return false;
	/* release: a thread that waits for p to leave another side and reads this value instead
	 * gets the same as from that leaving */
	store_release(&p->inside[place], (uintptr_t)s);
	conc_light_barrier(); /* pairs with the heavy barrier of revoke */
	/* acquire: pairs with the store that made the side p's, which was p's own */
	return CONC_LIKELY(load_acquire(&s->conc_word) == mine);
}

/* Enters s; may sleep. p is the caller's processor. */
static inline void conc_biased_lock_enter(struct conc_abi_channel_side *s, struct conc_processor *p,
                                          int place)
{
	if (CONC_UNLIKELY(!conc_biased_lock_enter_biased(s, p, place)))
		conc_biased_lock_enter_slow(s, p, place);
}

static inline void conc_biased_lock_leave_held(struct conc_abi_channel_side *s,
                                               const struct conc_processor *p)
{
	uintptr_t next = conc_biased_lock_next_word(s, p);

	/* release: publishes what was done inside to the next entry. Without the heavy barrier
	 * the exchange itself orders the look at the sleepers after it. */
	if (CONC_LIKELY(conc_scheduler.heavy_barrier)) store_release(&s->conc_word, next);
	else exchange_seq_cst(&s->conc_word, next);
	conc_light_barrier(); /* pairs with the heavy barrier of sleep_for */
	if (CONC_UNLIKELY(load_seq_cst(&conc_biased_lock_sleepers) != 0)) conc_biased_lock_wake(s);
}

/* Leaves s, with the p and place of conc_biased_lock_enter. */
static inline void conc_biased_lock_leave(struct conc_abi_channel_side *s, struct conc_processor *p,
                                          int place)
{
	/* relaxed: only p writes it */
	if (CONC_UNLIKELY(!load_relaxed(&p->inside[place]))) {
		conc_biased_lock_leave_held(s, p);
		return;
	}
	/* release: publishes what was done inside to the load in revoke */
	store_release(&p->inside[place], (uintptr_t)0);
	conc_light_barrier(); /* pairs with the heavy barrier of sleep_until_left */
	if (CONC_UNLIKELY(load_seq_cst(&p->wanted) != 0)) conc_biased_lock_wake_wanting(p, place);
}

#endif
