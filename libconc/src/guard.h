/* SPDX-License-Identifier: MIT */
/*
 * guard: the short lock inside every resource that threads can wait for.
 *
 * The idea. A resource (a lock, a condition, a channel) keeps its waiting threads in a
 * list, and the list needs a lock of its own that is held for some twenty instructions.
 * That lock and the pointer to the list share one word: waiters are aligned to 16, so the
 * two low bits of the pointer are free. Entering yields the pointer, leaving stores the new
 * one. A conc_mutex is therefore two words, and a condition is one.
 *
 *     bit 0   HELD        somebody is inside; the pointer in the word is then stale
 *     bit 1   SLEEPERS    kernel threads sleep in futex_wait on the low half of the word
 *
 *     free ──enter: any kernel thread──► HELD ──enter_slow: one that gave up spinning──►
 *     HELD|SLEEPERS ──leave: the holder wakes them all──► free
 *
 * Rejected: conc_tiny_lock (a word beside the pointer); an MCS queue (a preempted waiter in
 * the queue stalls all behind it, and there are few waiters); a pure spin lock (a holder that the
 * kernel preempts costs every other kernel thread its time slice); a pthread mutex (40 bytes, and a
 * call on both sides); a shared table of guards (two resources that have nothing in common would
 * collide).
 *
 * Invariants.
 * - The holder never parks, never calls user code and never enters a second guard, so there
 *   is no order among guards to keep.
 * - Only the holder changes the pointer, and only by leaving. While HELD is set others may
 *   do nothing but set SLEEPERS.
 * - Who leaves last touches the word with its exchange, or with futex_wake, to which a word
 *   that is freed meanwhile is just an address.
 */
#ifndef CONC_GUARD_H
#define CONC_GUARD_H

#include <stdint.h>

#include "atomic.h"

enum { CONC_GUARD_HELD = 1, CONC_GUARD_SLEEPERS = 2, CONC_GUARD_BITS = 3 };

/* The guard was not free at the first look: spins a bounded time, then sleeps. */
uintptr_t conc_guard_enter_slow(uintptr_t *guard);

/* Sleeps until a guard that held the value seen, by somebody else, may have been left. */
void conc_guard_sleep(uintptr_t *guard, uintptr_t seen);

/* Wakes every kernel thread that sleeps for the guard. */
void conc_guard_wake(uintptr_t *guard);

/* Enters; yields the pointer kept in the word. Any kernel thread may call it. */
static inline void *conc_guard_enter(uintptr_t *guard)
{
	uintptr_t seen = load_relaxed(guard);

	/* acquire: pairs with the release in conc_guard_leave of the last holder */
	if (CONC_UNLIKELY((seen & CONC_GUARD_BITS) ||
	                  !cas_acquire(guard, &seen, seen | CONC_GUARD_HELD)))
		seen = conc_guard_enter_slow(guard);
	return (void *)(seen & ~(uintptr_t)CONC_GUARD_BITS);
}

/* Leaves, and keeps a pointer (aligned to 4, or null) in the word. Only the holder. */
static inline void conc_guard_leave(uintptr_t *guard, const void *pointer)
{
	/* release: publishes all that was done inside to the next conc_guard_enter */
	uintptr_t seen = exchange_release(guard, (uintptr_t)pointer);

	if (CONC_UNLIKELY(seen & CONC_GUARD_SLEEPERS)) conc_guard_wake(guard);
}

#endif
