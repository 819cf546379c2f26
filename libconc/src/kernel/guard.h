/* SPDX-License-Identifier: MIT */
/*
 * guard: the short lock inside every resource that threads can wait for.
 *
 * The idea. A resource (a lock, a condition, a channel) keeps its waiting threads in a list. The
 * list needs a lock of its own, held for some twenty instructions. That lock and the pointer to the
 * list share one word: waiters are aligned to 16, so the two low bits of the pointer are free.
 * Entering returns the pointer, leaving stores the new one. A conc_mutex is therefore two words,
 * and a condition is one.
 *
 *     bit 0   HELD        somebody is inside; the pointer in the word is then stale
 *     bit 1   SLEEPERS    kernel threads sleep in futex_wait on the low half of the word
 *
 *     free ──enter: any kernel thread──► HELD ──enter_slow: one that gave up spinning──►
 *     HELD|SLEEPERS ──leave: the holder wakes them all──► free
 *
 * Rejected: conc_tiny_lock (a word beside the pointer); an MCS queue (a preempted waiter stalls all
 * behind it, and there are few waiters); a pure spin lock (a holder that the kernel preempts costs
 * every other kernel thread its time slice); a pthread mutex (40 bytes, and a call on both sides);
 * a shared table of guards (two unrelated resources would collide).
 *
 * Invariants.
 * - The holder never parks, never calls user code and never enters a second guard, so there is no
 *   order among guards to keep.
 * - Only the holder changes the pointer, and only by leaving. While HELD is set, other threads only
 *   set SLEEPERS.
 * - A thread that leaves touches the word last with its exchange, or with futex_wake. To futex_wake
 *   a word that was freed meanwhile is only an address.
 */
#ifndef CONC_GUARD_H
#define CONC_GUARD_H

#include "port/atomic.h"

enum { CONC_GUARD_HELD = 1, CONC_GUARD_SLEEPERS = 2, CONC_GUARD_BITS = 3 };

/* Returns the half of the word with its lowest bits: the kernel's futexes have 32 bits. */
static inline uint32_t *conc_low_half(uintptr_t *word)
{
	uint32_t *half = (uint32_t *)(void *)word;

#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
	half += sizeof(*word) / sizeof(*half) - 1;
#endif
	return half;
}

/* Enters a guard that was not free: spins for a bounded time, then sleeps. Returns the word. */
uintptr_t conc_guard_enter_slow(uintptr_t *guard);

/* Sleeps until the guard may have been left. seen: its word, while another thread held it. */
void conc_guard_sleep(uintptr_t *guard, uintptr_t seen);

/* Wakes every kernel thread that sleeps for the guard. */
void conc_guard_wake(uintptr_t *guard);

/* Enters and returns the pointer kept in the word. Any kernel thread may call it. */
static inline void *conc_guard_enter(uintptr_t *guard)
{
	uintptr_t seen = load_relaxed(guard);

	/* acquire: pairs with the last holder's release in conc_guard_leave */
	if (CONC_UNLIKELY((seen & CONC_GUARD_BITS) ||
	                  !cas_acquire(guard, &seen, seen | CONC_GUARD_HELD)))
		seen = conc_guard_enter_slow(guard);
	return (void *)(seen & ~(uintptr_t)CONC_GUARD_BITS);
}

/* Leaves, and stores a pointer (aligned to 4, or null) in the word. Holder only. */
static inline void conc_guard_leave(uintptr_t *guard, const void *pointer)
{
	/* release: publishes all that was done inside to the next conc_guard_enter */
	uintptr_t seen = exchange_release(guard, (uintptr_t)pointer);

	if (CONC_UNLIKELY(seen & CONC_GUARD_SLEEPERS)) conc_guard_wake(guard);
}

#endif
