/* SPDX-License-Identifier: MIT */
/* The locks of libconc besides conc_mutex (mutex.h).
 *
 * All-zero is a valid initial state: unlocked, or a semaphore without units. Nothing to destroy.
 * Waiting parks only the user thread. Unlocking a lock that is not held, or that another thread
 * holds, stops the program with a message. Any kernel thread may call everything here; signal
 * handlers may not. The operations are macros, so that a report can name the line; each is also a
 * function of the same name.
 *
 * A function whose name ends in _for waits at most for the duration d. It returns 0, -ETIMEDOUT, or
 * -ECANCELED (conc/cancel.h); with an error the caller has not got the lock or unit. */
#ifndef CONC_LOCK_H
#define CONC_LOCK_H

#include "conc/mutex.h"

/* ---- conc_owner_lock: re-entrant; the hidden lock of a monitor ----
 *
 * Like conc_mutex, fairness included, but its holder may lock it again, up to 2^32 - 1 times, and
 * must unlock it as often. A `mutex(read)` parameter holds it together with other readers. */
typedef struct conc_owner_lock {
	struct conc_mutex conc_mutex;
	uint32_t conc_depth; /* holder only: acquisitions beyond the first */
} conc_owner_lock;

#define conc_owner_lock_lock(l) conc_abi_owner_lock_lock(l, CONC_HERE)
#define conc_owner_lock_lock_for(l, d) conc_abi_owner_lock_lock_for(l, d, CONC_HERE)
#define conc_owner_lock_try_lock(l) conc_abi_owner_lock_try_lock(l, CONC_HERE)
#define conc_owner_lock_unlock(l) conc_abi_owner_lock_unlock(l, CONC_HERE)

void(conc_owner_lock_lock)(conc_owner_lock *l);
int(conc_owner_lock_lock_for)(conc_owner_lock *l, conc_duration d);
bool(conc_owner_lock_try_lock)(conc_owner_lock *l);
void(conc_owner_lock_unlock)(conc_owner_lock *l);

/* ---- conc_spin_lock: for a few instructions ----
 *
 * One word. Its holder keeps its kernel thread: parking while holding one stops the program. A
 * waiting thread spins for a bounded time, then yields. Waiting threads are served in no order. */
typedef struct conc_spin_lock {
	uintptr_t conc_state; /* the holder's descriptor, and CONC_LOCK_DEBUG */
} conc_spin_lock;

#define conc_spin_lock_lock(l) conc_abi_spin_lock_lock(l, CONC_HERE)
#define conc_spin_lock_try_lock(l) conc_abi_spin_lock_try_lock(l, CONC_HERE)
#define conc_spin_lock_unlock(l) conc_abi_spin_lock_unlock(l, CONC_HERE)

void(conc_spin_lock_lock)(conc_spin_lock *l);
bool(conc_spin_lock_try_lock)(conc_spin_lock *l);
void(conc_spin_lock_unlock)(conc_spin_lock *l);

/* ---- conc_rw_lock: one writer or any number of readers ----
 *
 * lock, try_lock and unlock are exclusive; read_lock, try_read_lock and read_unlock are shared.
 * As fair as conc_mutex: a free lock goes to the first thread that takes it; readers that wait
 * between two writers get it together. A reader does not join other readers while a writer waits,
 * so a thread must not lock it for reading twice. The lock does not record its readers. */
typedef struct conc_rw_lock {
	struct conc_mutex conc_mutex;
} conc_rw_lock;

/* A conc_rw_lock that the mutex statement and conc_wait lock shared. */
struct conc_rw_reader {
	struct conc_rw_lock conc_rw;
};

CONC_ABI_INLINE struct conc_rw_reader *conc_reading(conc_rw_lock *conc_l)
{
	return (struct conc_rw_reader *)conc_l;
}

#define conc_rw_lock_lock(l) conc_abi_rw_lock_lock(l, CONC_HERE)
#define conc_rw_lock_lock_for(l, d) conc_abi_rw_lock_lock_for(l, d, CONC_HERE)
#define conc_rw_lock_try_lock(l) conc_abi_rw_lock_try_lock(l, CONC_HERE)
#define conc_rw_lock_unlock(l) conc_abi_rw_lock_unlock(l, CONC_HERE)
#define conc_rw_lock_read_lock(l) conc_abi_rw_lock_read_lock(l, CONC_HERE)
#define conc_rw_lock_read_lock_for(l, d) conc_abi_rw_lock_read_lock_for(l, d, CONC_HERE)
#define conc_rw_lock_try_read_lock(l) conc_abi_rw_lock_try_read_lock(l, CONC_HERE)
#define conc_rw_lock_read_unlock(l) conc_abi_rw_lock_read_unlock(l, CONC_HERE)

void(conc_rw_lock_lock)(conc_rw_lock *l);
int(conc_rw_lock_lock_for)(conc_rw_lock *l, conc_duration d);
bool(conc_rw_lock_try_lock)(conc_rw_lock *l);
void(conc_rw_lock_unlock)(conc_rw_lock *l);
void(conc_rw_lock_read_lock)(conc_rw_lock *l);
int(conc_rw_lock_read_lock_for)(conc_rw_lock *l, conc_duration d);
bool(conc_rw_lock_try_read_lock)(conc_rw_lock *l);
void(conc_rw_lock_read_unlock)(conc_rw_lock *l);

/* ---- conc_semaphore: counts units ----
 *
 * `conc_semaphore s = {3};` has three units; or conc_semaphore_init(&s, 3), while no thread uses
 * it. wait (P) takes a unit, and parks until there is one. post (V) adds one, or gives it to the
 * thread that has waited longest; any thread may post. lock and unlock are other names for them: a
 * mutex statement takes a unit and gives it back. At most 2^62 units. */
typedef struct conc_semaphore {
	intptr_t conc_count;  /* units; -1: none, and threads may wait */
	uintptr_t conc_queue; /* guard and first waiter */
} conc_semaphore;

#define CONC_SEMAPHORE(units)       \
	{                           \
		.conc_count = units \
	} /* an initialiser without a warning under -Wextra */

void conc_semaphore_init(conc_semaphore *s, unsigned units);

#define conc_semaphore_wait(s) conc_abi_semaphore_wait(s, CONC_HERE)
#define conc_semaphore_wait_for(s, d) conc_abi_semaphore_wait_for(s, d, CONC_HERE)
#define conc_semaphore_try_wait(s) conc_abi_semaphore_try_wait(s, CONC_HERE)
#define conc_semaphore_post(s) conc_abi_semaphore_post(s, CONC_HERE)
#define conc_semaphore_lock(s) conc_abi_semaphore_wait(s, CONC_HERE)
#define conc_semaphore_try_lock(s) conc_abi_semaphore_try_wait(s, CONC_HERE)
#define conc_semaphore_unlock(s) conc_abi_semaphore_post(s, CONC_HERE)

void(conc_semaphore_wait)(conc_semaphore *s);
int(conc_semaphore_wait_for)(conc_semaphore *s, conc_duration d);
bool(conc_semaphore_try_wait)(conc_semaphore *s);
void(conc_semaphore_post)(conc_semaphore *s);
void(conc_semaphore_lock)(conc_semaphore *s);
bool(conc_semaphore_try_lock)(conc_semaphore *s);
void(conc_semaphore_unlock)(conc_semaphore *s);

/* ---- The inline fast paths; the rest of this file is not for users. ---- */

/* The offset in a thread's descriptor of the number of spin locks that it holds (spin_lock.c). */
extern const size_t conc_abi_spin_held_offset;

/* Adds to the number. A race detector sees an atomic operation: another thread may have had the
 * descriptor. */
CONC_ABI_INLINE void conc_abi_spin_held(struct conc_thread *conc_thread, uint32_t conc_more)
{
	uint32_t *conc_held = (uint32_t *)(void *)((char *)conc_thread + conc_abi_spin_held_offset);

	if (CONC_RACES) __atomic_fetch_add(conc_held, conc_more, __ATOMIC_RELAXED);
	else *conc_held += conc_more;
}

void conc_abi_owner_lock_lock_slow(struct conc_owner_lock *l, const char *where);
int conc_abi_owner_lock_lock_for_slow(struct conc_owner_lock *l, conc_duration d,
                                      const char *where);
bool conc_abi_owner_lock_try_lock_slow(struct conc_owner_lock *l, const char *where);
void conc_abi_owner_lock_unlock_slow(struct conc_owner_lock *l, const char *where);
void conc_abi_owner_lock_read_lock(struct conc_owner_lock *l, const char *where);
void conc_abi_owner_lock_read_unlock(struct conc_owner_lock *l, const char *where);
void conc_abi_spin_lock_lock_slow(struct conc_spin_lock *l, const char *where);
bool conc_abi_spin_lock_try_lock_slow(struct conc_spin_lock *l, const char *where);
void conc_abi_spin_lock_unlock_slow(struct conc_spin_lock *l, const char *where);
void conc_abi_rw_lock_lock_slow(struct conc_rw_lock *l, const char *where);
int conc_abi_rw_lock_lock_for_slow(struct conc_rw_lock *l, conc_duration d, const char *where);
bool conc_abi_rw_lock_try_lock_slow(struct conc_rw_lock *l, const char *where);
void conc_abi_rw_lock_unlock_slow(struct conc_rw_lock *l, const char *where);
void conc_abi_rw_lock_read_lock_slow(struct conc_rw_lock *l, const char *where);
int conc_abi_rw_lock_read_lock_for_slow(struct conc_rw_lock *l, conc_duration d, const char *where);
bool conc_abi_rw_lock_try_read_lock_slow(struct conc_rw_lock *l, const char *where);
void conc_abi_rw_lock_read_unlock_slow(struct conc_rw_lock *l, const char *where);
void conc_abi_semaphore_wait_slow(struct conc_semaphore *s, const char *where);
int conc_abi_semaphore_wait_for_slow(struct conc_semaphore *s, conc_duration d, const char *where);
bool conc_abi_semaphore_try_wait(struct conc_semaphore *s, const char *where);
void conc_abi_semaphore_post_slow(struct conc_semaphore *s, const char *where);

/* In each pair below, the compare-and-swap of lock acquires what the one of unlock released. */

/* For locks that have readers. The edge is for the sanitizer: it takes what earlier readers have
 * given (mutex.c). */
CONC_ABI_INLINE bool conc_abi_write_take(struct conc_mutex *conc_m, bool conc_waits)
{
	if (!conc_abi_word_take(&conc_m->conc_state, conc_abi_self(), conc_waits)) return false;
	CONC_ABI_EDGE_TO(&conc_m->conc_queue);
	return true;
}

/* The state of a lock that one thread reads and that no thread waits for (mutex_core.h). */
#define CONC_ABI_ONE_READER ((uintptr_t)80)

CONC_ABI_INLINE bool conc_abi_read_take(struct conc_mutex *conc_m, bool conc_waits)
{
	return conc_abi_word_take(&conc_m->conc_state, CONC_ABI_ONE_READER, conc_waits);
}

/* Fails if another thread reads or waits, and with CONC_DEBUG=1. Relaxed for a race detector:
 * readers give their past to writers only. */
CONC_ABI_INLINE bool conc_abi_read_leave(struct conc_mutex *conc_m)
{
	uintptr_t conc_from = CONC_ABI_ONE_READER | conc_abi_unlocked;

	CONC_ABI_EDGE_FROM(&conc_m->conc_queue);
	CONC_ABI_EDGE_LEFT(&conc_m->conc_state);
	return __atomic_compare_exchange_n(&conc_m->conc_state, &conc_from, (uintptr_t)0, 0,
	                                   CONC_ABI_EDGES ? __ATOMIC_RELAXED : __ATOMIC_RELEASE,
	                                   __ATOMIC_RELAXED);
}

CONC_ABI_INLINE void conc_abi_owner_lock_lock(struct conc_owner_lock *conc_l,
                                              const char *conc_where)
{
	if (__builtin_expect(!conc_abi_write_take(&conc_l->conc_mutex, true), 0))
		conc_abi_owner_lock_lock_slow(conc_l, conc_where);
}

CONC_ABI_INLINE int conc_abi_owner_lock_lock_for(struct conc_owner_lock *conc_l,
                                                 conc_duration conc_d, const char *conc_where)
{
	return conc_abi_write_take(&conc_l->conc_mutex, false)
	               ? 0
	               : conc_abi_owner_lock_lock_for_slow(conc_l, conc_d, conc_where);
}

CONC_ABI_INLINE bool conc_abi_owner_lock_try_lock(struct conc_owner_lock *conc_l,
                                                  const char *conc_where)
{
	return conc_abi_write_take(&conc_l->conc_mutex, false) ||
	       conc_abi_owner_lock_try_lock_slow(conc_l, conc_where);
}

CONC_ABI_INLINE void conc_abi_owner_lock_unlock(struct conc_owner_lock *conc_l,
                                                const char *conc_where)
{
	/* A thread that does not hold the lock may read a depth that the holder writes; the swap
	 * then fails. */
	if (__builtin_expect(__atomic_load_n(&conc_l->conc_depth, __ATOMIC_RELAXED) != 0 ||
	                             !conc_abi_word_leave(&conc_l->conc_mutex.conc_state,
	                                                  conc_abi_self(), 0),
	                     0))
		conc_abi_owner_lock_unlock_slow(conc_l, conc_where);
}

CONC_ABI_INLINE void conc_abi_spin_lock_lock(struct conc_spin_lock *conc_l, const char *conc_where)
{
	struct conc_thread *conc_thread = conc_self();

	conc_abi_spin_held(conc_thread, 1);
	if (__builtin_expect(conc_abi_word_take(&conc_l->conc_state, (uintptr_t)conc_thread, true),
	                     1))
		return;
	conc_abi_spin_held(conc_thread, -1u);
	conc_abi_spin_lock_lock_slow(conc_l, conc_where);
}

CONC_ABI_INLINE bool conc_abi_spin_lock_try_lock(struct conc_spin_lock *conc_l,
                                                 const char *conc_where)
{
	struct conc_thread *conc_thread = conc_self();

	conc_abi_spin_held(conc_thread, 1);
	if (conc_abi_word_take(&conc_l->conc_state, (uintptr_t)conc_thread, false)) return true;
	conc_abi_spin_held(conc_thread, -1u);
	return conc_abi_spin_lock_try_lock_slow(conc_l, conc_where);
}

CONC_ABI_INLINE void conc_abi_spin_lock_unlock(struct conc_spin_lock *conc_l,
                                               const char *conc_where)
{
	struct conc_thread *conc_thread = conc_self();

	if (__builtin_expect(__atomic_load_n(&conc_l->conc_state, __ATOMIC_RELAXED) !=
	                             (uintptr_t)conc_thread,
	                     0)) {
		conc_abi_spin_lock_unlock_slow(conc_l, conc_where);
		return;
	}
	/* Only the holder writes a word that is not zero, so a store is enough. It publishes the
	 * critical section to the next holder's compare-and-swap. */
	CONC_ABI_EDGE_UNLOCK(&conc_l->conc_state);
	__atomic_store_n(&conc_l->conc_state, (uintptr_t)0, __ATOMIC_RELEASE);
	conc_abi_spin_held(conc_thread, -1u);
}

CONC_ABI_INLINE void conc_abi_rw_lock_lock(struct conc_rw_lock *conc_l, const char *conc_where)
{
	if (__builtin_expect(!conc_abi_write_take(&conc_l->conc_mutex, true), 0))
		conc_abi_rw_lock_lock_slow(conc_l, conc_where);
}

CONC_ABI_INLINE int conc_abi_rw_lock_lock_for(struct conc_rw_lock *conc_l, conc_duration conc_d,
                                              const char *conc_where)
{
	return conc_abi_write_take(&conc_l->conc_mutex, false)
	               ? 0
	               : conc_abi_rw_lock_lock_for_slow(conc_l, conc_d, conc_where);
}

CONC_ABI_INLINE bool conc_abi_rw_lock_try_lock(struct conc_rw_lock *conc_l, const char *conc_where)
{
	return conc_abi_write_take(&conc_l->conc_mutex, false) ||
	       conc_abi_rw_lock_try_lock_slow(conc_l, conc_where);
}

CONC_ABI_INLINE void conc_abi_rw_lock_unlock(struct conc_rw_lock *conc_l, const char *conc_where)
{
	if (__builtin_expect(
	            !conc_abi_word_leave(&conc_l->conc_mutex.conc_state, conc_abi_self(), 0), 0))
		conc_abi_rw_lock_unlock_slow(conc_l, conc_where);
}

CONC_ABI_INLINE void conc_abi_rw_lock_read_lock(struct conc_rw_lock *conc_l, const char *conc_where)
{
	if (__builtin_expect(!conc_abi_read_take(&conc_l->conc_mutex, true), 0))
		conc_abi_rw_lock_read_lock_slow(conc_l, conc_where);
}

CONC_ABI_INLINE int conc_abi_rw_lock_read_lock_for(struct conc_rw_lock *conc_l,
                                                   conc_duration conc_d, const char *conc_where)
{
	return conc_abi_read_take(&conc_l->conc_mutex, false)
	               ? 0
	               : conc_abi_rw_lock_read_lock_for_slow(conc_l, conc_d, conc_where);
}

CONC_ABI_INLINE bool conc_abi_rw_lock_try_read_lock(struct conc_rw_lock *conc_l,
                                                    const char *conc_where)
{
	return conc_abi_read_take(&conc_l->conc_mutex, false) ||
	       conc_abi_rw_lock_try_read_lock_slow(conc_l, conc_where);
}

CONC_ABI_INLINE void conc_abi_rw_lock_read_unlock(struct conc_rw_lock *conc_l,
                                                  const char *conc_where)
{
	if (__builtin_expect(!conc_abi_read_leave(&conc_l->conc_mutex), 0))
		conc_abi_rw_lock_read_unlock_slow(conc_l, conc_where);
}

CONC_ABI_INLINE bool conc_abi_unit_take(struct conc_semaphore *conc_s)
{
	intptr_t conc_count = __atomic_load_n(&conc_s->conc_count, __ATOMIC_RELAXED);

	if (__builtin_expect(conc_count <= 0 ||
	                             !__atomic_compare_exchange_n(
	                                     &conc_s->conc_count, &conc_count, conc_count - 1, 0,
	                                     __ATOMIC_ACQUIRE, __ATOMIC_RELAXED),
	                     0))
		return false;
	CONC_ABI_EDGE_TO(&conc_s->conc_count);
	return true;
}

CONC_ABI_INLINE void conc_abi_semaphore_wait(struct conc_semaphore *conc_s, const char *conc_where)
{
	if (!conc_abi_unit_take(conc_s)) conc_abi_semaphore_wait_slow(conc_s, conc_where);
}

CONC_ABI_INLINE int conc_abi_semaphore_wait_for(struct conc_semaphore *conc_s, conc_duration conc_d,
                                                const char *conc_where)
{
	return conc_abi_unit_take(conc_s)
	               ? 0
	               : conc_abi_semaphore_wait_for_slow(conc_s, conc_d, conc_where);
}

CONC_ABI_INLINE void conc_abi_semaphore_post(struct conc_semaphore *conc_s, const char *conc_where)
{
	intptr_t conc_count = __atomic_load_n(&conc_s->conc_count, __ATOMIC_RELAXED);

	CONC_ABI_EDGE_FROM(&conc_s->conc_count);
	if (__builtin_expect(conc_count < 0 ||
	                             !__atomic_compare_exchange_n(
	                                     &conc_s->conc_count, &conc_count, conc_count + 1, 0,
	                                     __ATOMIC_RELEASE, __ATOMIC_RELAXED),
	                     0))
		conc_abi_semaphore_post_slow(conc_s, conc_where);
}

#endif
