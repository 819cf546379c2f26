/* SPDX-License-Identifier: MIT */
/*
 * side: the lock of one side of a channel.
 *
 * The idea. It is held for a dozen instructions, millions of times a second, so what counts is
 * what an entry costs that nobody disputes: here, in the end, no locked instruction at all. A
 * processor (a kernel thread that runs user threads) that has entered many times in a row is
 * given the side: the word names it. From then on it enters by writing into its own record
 * which side it is in and looking whether the word still names it. Whoever else wants the side
 * takes the word by a compare-and-swap, makes all processors pass a barrier (membarrier), and
 * waits until the old owner's record names another side or none. That costs microseconds, so
 * after each time more entries in a row are asked for.
 *
 *     FREE ──enter: anybody, cas──► HELD ──leave──► FREE
 *                                   HELD ──leave, after many entries in a row──► P|BIASED
 *     P|BIASED ──P enters: P.inside = side; the word is still P|BIASED──► (inside)
 *              ──P leaves: P.inside = 0; is somebody waiting for P? wake──► P|BIASED
 *              ──enter: another, cas──► HELD ──barrier, P.inside ≠ side──► (inside)
 *
 * Leaving a HELD word is a plain store. A store cannot tell whether somebody sleeps, so leaving
 * looks at a counter of sleepers that all sides of the program share and that is nearly always
 * 0; that this look comes after the store is what the sleeper pays for, with a heavy barrier
 * between announcing itself and its last look at the word. The same with `wanted`, the number
 * of those who sleep until P has left. Where the kernel has no membarrier nothing is biased,
 * and leaving is an exchange.
 *
 * Rejected: guard.h (two locked instructions per entry, 11 of a send's 16 ns); a ticket or a
 * queue lock (a holder or a next in line whose CPU the kernel has taken stops everybody); taking
 * turns under contention (each change of hands moves two cache lines, 120 ns): who finds the side
 * held stays away for about a microsecond, in which the holder's processor gets a hundred entries
 * done.
 *
 * Invariants.
 * - In a side of a channel's senders a processor may enter one of receivers, and nothing else:
 *   `inside` has a place for each. Inside it does not park and calls nothing of the user's.
 * - Only a worker's processor is ever named: they last for ever, a foreign thread's does not.
 * - Leaving touches the side last with its store to the word, or not at all: its memory may
 *   be given back by whoever enters next.
 */
#ifndef CONC_SRC_SIDE_H
#define CONC_SRC_SIDE_H

#include "conc/abi_channel.h"
#include "scheduler.h"

enum { CONC_SIDE_FREE = 0, CONC_SIDE_HELD = 1, CONC_SIDE_BIASED = 2 };

/* Which of a processor's two places. */
enum { CONC_SIDE_IN, CONC_SIDE_OUT };

/* atomic: kernel threads that sleep for a side, or are about to */
extern uint32_t conc_side_sleepers __attribute__((visibility("hidden")));

void conc_side_enter_slow(struct conc_abi_side *s, struct conc_processor *p, int place);
void conc_side_wake(struct conc_abi_side *s);
void conc_side_wake_wanting(struct conc_processor *p, int place);

/* For fork's child: p is inside nothing, or its kernel thread is not there any more. */
static inline void conc_side_forget(struct conc_processor *p)
{
	p->inside[CONC_SIDE_IN] = p->inside[CONC_SIDE_OUT] = 0;
	p->wanted = conc_side_sleepers = 0;
}

/* What to leave in the word: inside, HELD. */
uintptr_t conc_side_next_word(struct conc_abi_side *s, const struct conc_processor *p);

/* Is the side p's, and p now inside? */
static inline bool conc_side_enter_biased(struct conc_abi_side *s, struct conc_processor *p,
                                          int place)
{
	uintptr_t mine = (uintptr_t)p | CONC_SIDE_BIASED;

	/* relaxed: a guess that saves the rest */
	if (load_relaxed(&s->conc_word) != mine) return false;
	/* release: who waits for p to leave another side and reads this value instead has the same
	 * as from that leaving */
	store_release(&p->inside[place], (uintptr_t)s);
	conc_light_barrier(); /* pairs with the heavy barrier of revoke */
	/* acquire: pairs with the store that made it p's, and with nothing newer: p's own */
	return CONC_LIKELY(load_acquire(&s->conc_word) == mine);
}

/* p: the caller's. */
static inline void conc_side_enter(struct conc_abi_side *s, struct conc_processor *p, int place)
{
	if (CONC_UNLIKELY(!conc_side_enter_biased(s, p, place))) conc_side_enter_slow(s, p, place);
}

static inline void conc_side_leave_held(struct conc_abi_side *s, const struct conc_processor *p)
{
	uintptr_t next = conc_side_next_word(s, p);

	/* release: publishes what was done inside to the next entry. Where there is no heavy
	 * barrier the exchange itself keeps the look at the sleepers behind it. */
	if (CONC_LIKELY(conc_scheduler.heavy_barrier)) store_release(&s->conc_word, next);
	else exchange_seq_cst(&s->conc_word, next);
	conc_light_barrier(); /* pairs with the heavy barrier of sleep_for */
	if (CONC_UNLIKELY(load_seq_cst(&conc_side_sleepers) != 0)) conc_side_wake(s);
}

/* The same p and place as when it entered. */
static inline void conc_side_leave(struct conc_abi_side *s, struct conc_processor *p, int place)
{
	/* relaxed: p's own */
	if (CONC_UNLIKELY(!load_relaxed(&p->inside[place]))) {
		conc_side_leave_held(s, p);
		return;
	}
	/* release: publishes what was done inside to the load in revoke */
	store_release(&p->inside[place], (uintptr_t)0);
	conc_light_barrier(); /* pairs with the heavy barrier of sleep_until_left */
	if (CONC_UNLIKELY(load_seq_cst(&p->wanted) != 0)) conc_side_wake_wanting(p, place);
}

#endif
