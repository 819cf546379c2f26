/* SPDX-License-Identifier: MIT */
/* conc_mutex: the ordinary lock of user threads.
 *
 * Two words; all-zero is unlocked; nothing to destroy. Waiting parks the user thread (a kernel
 * thread that libconc did not start waits in the kernel). Not re-entrant. Locking it twice, or
 * unlocking it when it is not held or another thread holds it, stops the program with a message.
 *
 * Fairness: a free lock goes to the first thread that takes it, so it stays where its data are
 * cached. Unlocking also wakes the thread that has waited longest. If that thread is overtaken, and
 * has then waited more than 10 ms or been overtaken 8 times, the next unlock gives it the lock. So
 * a thread waits at most about 10 ms, plus a wake-up and two critical sections for itself and for
 * each thread before it.
 *
 * Any kernel thread may call everything here; signal handlers may not. */
#ifndef CONC_MUTEX_H
#define CONC_MUTEX_H

#include <stdbool.h>
#include <stdint.h>

#include "conc/abi_base.h"
#include "conc/duration.h"
#include "conc/thread.h"

typedef struct conc_mutex {
	uintptr_t conc_state; /* the holder's descriptor, and flags (mutex.c) */
	uintptr_t conc_queue; /* guard and first waiter (guard.h) */
} conc_mutex;

/* void conc_mutex_lock(conc_mutex *m);      waits until the caller holds m
 * int conc_mutex_lock_for(conc_mutex *m, conc_duration d);  waits at most for d: returns 0,
 *     -ETIMEDOUT, or -ECANCELED (conc/cancel.h); with an error the caller does not hold m
 * bool conc_mutex_try_lock(conc_mutex *m);  never waits; returns false if m is held
 * void conc_mutex_unlock(conc_mutex *m);    the caller must hold it
 *
 * Macros, so that a report can name the line; each is also a function of that name. */
#define conc_mutex_lock(m) conc_abi_mutex_lock(m, CONC_HERE)
#define conc_mutex_lock_for(m, d) conc_abi_mutex_lock_for(m, d, CONC_HERE)
#define conc_mutex_try_lock(m) conc_abi_mutex_try_lock(m, CONC_HERE)
#define conc_mutex_unlock(m) conc_abi_mutex_unlock(m, CONC_HERE)

void(conc_mutex_lock)(conc_mutex *m);
int(conc_mutex_lock_for)(conc_mutex *m, conc_duration d);
bool(conc_mutex_try_lock)(conc_mutex *m);
void(conc_mutex_unlock)(conc_mutex *m);

/* ---- The inline fast paths; the rest of this file is not for users. ---- */

/* The value with which fast paths compare a lock's state. It is zero, the state of a free lock.
 * With CONC_DEBUG=1 it is a value that no lock has, so every operation takes the slow path, which
 * records the order of locks. Costs one load and no branch. Set once, before main. */
extern uintptr_t conc_abi_unlocked;

/* The calling user thread, as a lock's word names its holder. */
CONC_ABI_INLINE uintptr_t conc_abi_self(void)
{
	struct conc_thread *conc_thread = conc_self();

	return (uintptr_t)conc_thread;
}

/* Compare and swap: returns true if *word was from and is now to. Acquires on success. */
CONC_ABI_INLINE bool conc_abi_cas_acquire(uintptr_t *conc_word, uintptr_t conc_from,
                                          uintptr_t conc_to)
{
	if (!__atomic_compare_exchange_n(conc_word, &conc_from, conc_to, 0, __ATOMIC_ACQUIRE,
	                                 __ATOMIC_RELAXED))
		return false;
	CONC_ABI_EDGE_TO(conc_word);
	return true;
}

/* The same; releases on success. */
CONC_ABI_INLINE bool conc_abi_cas_release(uintptr_t *conc_word, uintptr_t conc_from,
                                          uintptr_t conc_to)
{
	CONC_ABI_EDGE_FROM(conc_word);
	return __atomic_compare_exchange_n(conc_word, &conc_from, conc_to, 0, __ATOMIC_RELEASE,
	                                   __ATOMIC_RELAXED);
}

/* The same for the word of a lock. In a seeded run they are steps, which look at the word as the
 * library does: it is no memory of the program. waits: if it is not taken, the caller will wait. */
bool conc_abi_seed_take(uintptr_t *word, uintptr_t to, bool waits);
bool conc_abi_seed_leave(uintptr_t *word, uintptr_t from, uintptr_t to);

/* From the free state. */
CONC_ABI_INLINE bool conc_abi_word_take(uintptr_t *conc_word, uintptr_t conc_to, bool conc_waits)
{
#if CONC_ABI_SEEDED
	return conc_abi_seed_take(conc_word, conc_to, conc_waits);
#else
	uintptr_t conc_from = conc_abi_unlocked;

	(void)conc_waits;
	if (!__atomic_compare_exchange_n(conc_word, &conc_from, conc_to, 0, __ATOMIC_ACQUIRE,
	                                 __ATOMIC_RELAXED))
		return false;
	CONC_ABI_EDGE_LOCK(conc_word);
	return true;
#endif
}

CONC_ABI_INLINE bool conc_abi_word_leave(uintptr_t *conc_word, uintptr_t conc_from,
                                         uintptr_t conc_to)
{
#if CONC_ABI_SEEDED
	return conc_abi_seed_leave(conc_word, conc_from, conc_to);
#else
	CONC_ABI_EDGE_UNLOCK(conc_word);
	return __atomic_compare_exchange_n(conc_word, &conc_from, conc_to, 0, __ATOMIC_RELEASE,
	                                   __ATOMIC_RELAXED);
#endif
}

void conc_abi_mutex_lock_slow(struct conc_mutex *m, const char *where);
int conc_abi_mutex_lock_for_slow(struct conc_mutex *m, conc_duration d, const char *where);
bool conc_abi_mutex_try_lock_slow(struct conc_mutex *m, const char *where);
void conc_abi_mutex_unlock_slow(struct conc_mutex *m, const char *where);

CONC_ABI_INLINE void conc_abi_mutex_lock(struct conc_mutex *conc_m, const char *conc_where)
{
	/* Acquires what the last holder published by unlocking. */
	if (__builtin_expect(!conc_abi_word_take(&conc_m->conc_state, conc_abi_self(), true), 0))
		conc_abi_mutex_lock_slow(conc_m, conc_where);
}

CONC_ABI_INLINE int conc_abi_mutex_lock_for(struct conc_mutex *conc_m, conc_duration conc_d,
                                            const char *conc_where)
{
	/* As above. */
	return conc_abi_word_take(&conc_m->conc_state, conc_abi_self(), false)
	               ? 0
	               : conc_abi_mutex_lock_for_slow(conc_m, conc_d, conc_where);
}

CONC_ABI_INLINE bool conc_abi_mutex_try_lock(struct conc_mutex *conc_m, const char *conc_where)
{
	/* As above. */
	return conc_abi_word_take(&conc_m->conc_state, conc_abi_self(), false) ||
	       conc_abi_mutex_try_lock_slow(conc_m, conc_where);
}

CONC_ABI_INLINE void conc_abi_mutex_unlock(struct conc_mutex *conc_m, const char *conc_where)
{
	/* Publishes the critical section to the next holder. Fails if a thread waits. */
	if (__builtin_expect(!conc_abi_word_leave(&conc_m->conc_state, conc_abi_self(), 0), 0))
		conc_abi_mutex_unlock_slow(conc_m, conc_where);
}

#endif
