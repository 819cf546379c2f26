/* SPDX-License-Identifier: MIT */
/* mutex_core: what conc_mutex and conc_owner_lock share, and the shape of a lock's state.
 * The protocol is in mutex.c. */
#ifndef CONC_MUTEX_CORE_H
#define CONC_MUTEX_CORE_H

#include "conc/lock.h"
#include "waiting.h"

/* The low bits of a lock's state. The rest is its holder's descriptor, aligned to 64. */
enum {
	CONC_LOCK_QUEUED = 1,  /* the FIFO may hold a waiter; set and cleared under the guard */
	CONC_LOCK_WOKEN = 2,   /* a waiter was woken to try again and has not tried yet */
	CONC_LOCK_HANDOFF = 4, /* the first waiter has waited too long: give it the lock */
	CONC_LOCK_DEBUG = 8,   /* in the holder's list of held locks (order.c); holder only */
	CONC_LOCK_SHARED = 16, /* rw_lock.c: the rest counts readers */
	CONC_LOCK_FLAGS = 63,
};

/* conc_abi_unlocked in debug mode: DEBUG without a holder, a state that no lock has. */
#define CONC_LOCK_NEVER ((uintptr_t)CONC_LOCK_DEBUG)

static inline struct conc_thread *conc_lock_owner(uintptr_t state)
{
	return (struct conc_thread *)(state & ~(uintptr_t)CONC_LOCK_FLAGS);
}

/* Takes a free lock, or returns false at once. */
bool conc_mutex_core_try(struct conc_mutex *m, struct conc_thread *self);

/* Takes the lock, which self does not hold; waits. */
void conc_mutex_core_lock(struct conc_mutex *m, struct conc_thread *self, const char *operation,
                          const char *where);

/* Releases the lock, which self holds. */
void conc_mutex_core_unlock(struct conc_mutex *m);

/* The enlist of struct conc_selectable. */
int conc_mutex_core_enlist(struct conc_mutex *m, struct conc_waiter *w, bool queue);

/* Returns the holder of m, or null: a hint unless it is the caller. */
struct conc_thread *conc_mutex_core_holder(const void *m);

/* For conc_wait: leave releases all depths of l and returns their number beyond the first; return
 * takes l again with that depth. */
uint32_t conc_owner_lock_leave(struct conc_owner_lock *l, const char *where);
void conc_owner_lock_return(struct conc_owner_lock *l, uint32_t depth, const char *where);

/* Stops with "unlocks KIND LOCK, which …". owner: the holder, which is not the caller, or null. */
void conc_lock_misuse(const char *kind, const void *lock, struct conc_thread *owner,
                      const char *where) __attribute__((noreturn, cold));

/* ---- order.c: the order in which locks are taken, with CONC_DEBUG=1 ---- */

/* Returns whether CONC_DEBUG=1. */
static inline bool conc_order_on(void)
{
	return CONC_UNLIKELY(conc_abi_unlocked != 0);
}

/* The caller is about to wait for lock, or has just taken it: records and checks the order. */
void conc_order_locking(const void *lock, const char *where);

/* The same for locking to read: warns if the caller holds the lock already. */
void conc_order_reading(const void *lock, const char *where);

/* The caller now holds lock. A try_lock calls only this: it does not wait, so it shows no order. */
void conc_order_locked(const void *lock, const char *where);
void conc_order_unlocked(const void *lock);

/* Forgets locks in [start, start + size), memory that no longer holds them. */
void conc_order_forget(const void *start, size_t size);

/* ---- For fork, which holds these locks while the process is copied ---- */

void conc_order_graph_locks(void (*change)(struct conc_tiny_lock *lock));
void conc_address_table_locks(void (*change)(struct conc_tiny_lock *lock)); /* address_lock.c */

#endif
