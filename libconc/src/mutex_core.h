/* SPDX-License-Identifier: MIT */
/* mutex_core: what conc_mutex and conc_owner_lock share, and the shape of a lock's state.
 * The protocol is in mutex.c. */
#ifndef CONC_MUTEX_CORE_H
#define CONC_MUTEX_CORE_H

#include "conc/lock.h"
#include "waiting.h"

/* The low bits of a lock's state; the rest is its holder's descriptor, aligned to 64. */
enum {
	CONC_LOCK_QUEUED = 1,  /* the FIFO may hold a waiter; set and cleared under the guard */
	CONC_LOCK_WOKEN = 2,   /* a waiter was woken to try again and has not yet tried */
	CONC_LOCK_HANDOFF = 4, /* the first waiter has waited too long: give it the lock */
	CONC_LOCK_DEBUG = 8,   /* the holder's list of held locks has it (order.c); the holder */
	CONC_LOCK_SHARED = 16, /* rw_lock.c: the rest counts readers */
	CONC_LOCK_FLAGS = 63,
};

/* What conc_abi_unlocked is in debug mode: DEBUG without a holder, which no lock ever is. */
#define CONC_LOCK_NEVER ((uintptr_t)CONC_LOCK_DEBUG)

static inline struct conc_thread *conc_lock_owner(uintptr_t state)
{
	return (struct conc_thread *)(state & ~(uintptr_t)CONC_LOCK_FLAGS);
}

/* Takes a free lock, or fails at once. */
bool conc_mutex_core_try(struct conc_mutex *m, struct conc_thread *self);

/* Takes the lock, which self does not hold. */
void conc_mutex_core_lock(struct conc_mutex *m, struct conc_thread *self, const char *operation,
                          const char *where);

/* Releases the lock, which self holds. */
void conc_mutex_core_unlock(struct conc_mutex *m);

/* struct conc_selectable's enlist. */
int conc_mutex_core_enlist(struct conc_mutex *m, struct conc_waiter *w, bool queue);

/* Who holds m: for reports. */
struct conc_thread *conc_mutex_core_holder(const void *m);

/* Releases all depths of l and returns how many there were beyond the first; takes it again
 * with that depth. For conc_wait. */
uint32_t conc_owner_lock_leave(struct conc_owner_lock *l, const char *where);
void conc_owner_lock_return(struct conc_owner_lock *l, uint32_t depth, const char *where);

/* Stops with "unlocks a KIND that …". state: the lock's, of which self is not the holder. */
void conc_lock_misuse(const char *kind, const void *lock, struct conc_thread *owner,
                      const char *where) __attribute__((noreturn, cold));

/* ---- order.c: the order in which locks are taken, with CONC_DEBUG=1 ---- */

/* Is CONC_DEBUG=1? */
static inline bool conc_order_on(void)
{
	return CONC_UNLIKELY(conc_abi_unlocked != 0);
}

/* The caller is about to wait for or has just taken lock; records and checks the order. */
void conc_order_locking(const void *lock, const char *where);

/* The same for a read-write lock that is to be shared: tells if the caller holds it already. */
void conc_order_reading(const void *lock, const char *where);

/* The caller now holds lock. try: it did not wait for it, so no order was shown. */
void conc_order_locked(const void *lock, const char *where);
void conc_order_unlocked(const void *lock);

/* The memory [start, start + size) is no longer what it was: forget locks inside. */
void conc_order_forget(const void *start, size_t size);

/* ---- For fork: hold what all locks share while the process is copied ---- */

void conc_order_graph_lock(void);
void conc_order_graph_unlock(void);
void conc_address_table_lock(void); /* address_lock.c */
void conc_address_table_unlock(void);

#endif
