/* SPDX-License-Identifier: MIT */
/* mutex_core: what conc_mutex, conc_owner_lock and conc_rw_lock share, and the shape of a lock's
 * state. The protocol is in mutex.c. */
#ifndef CONC_MUTEX_CORE_H
#define CONC_MUTEX_CORE_H

#include "conc/lock.h"
#include "waiting.h"

/* The low bits of a lock's state. The rest is its holder's descriptor, aligned to 64, or with
 * SHARED the number of readers. */
enum {
	CONC_LOCK_QUEUED = 1,  /* the FIFO may hold a waiter; set and cleared under the guard */
	CONC_LOCK_WOKEN = 2,   /* a waiter was woken to try again and has not tried yet */
	CONC_LOCK_HANDOFF = 4, /* an unlock gives the lock to the first waiter */
	CONC_LOCK_DEBUG = 8,   /* in the holder's list of held locks (order.c); holder only */
	CONC_LOCK_SHARED = 16, /* readers hold it */
	CONC_LOCK_FLAGS = 63,
	CONC_LOCK_READER = 64, /* one reader */
};

_Static_assert(CONC_ABI_ONE_READER == (CONC_LOCK_SHARED | CONC_LOCK_READER), "lock.h");

/* How a lock is held: the mode of a waiter. */
enum { CONC_LOCK_WRITE, CONC_LOCK_READ };

/* conc_abi_unlocked in debug mode, and where locks are counted: DEBUG without a holder, a state
 * that no lock has. */
#define CONC_LOCK_NEVER ((uintptr_t)CONC_LOCK_DEBUG)

/* The thread that holds it for writing, or null. */
static inline struct conc_thread *conc_lock_owner(uintptr_t state)
{
	if (state & CONC_LOCK_SHARED) return NULL;
	return (struct conc_thread *)(state & ~(uintptr_t)CONC_LOCK_FLAGS);
}

static inline uintptr_t conc_lock_readers(uintptr_t state)
{
	return state & CONC_LOCK_SHARED ? state / CONC_LOCK_READER : 0;
}

/* Takes the lock in the mode if it need not wait for that. */
bool conc_mutex_core_try(struct conc_mutex *m, struct conc_thread *self, int32_t mode);

/* Takes the lock, which self does not hold; waits. With a deadline (CONC_NEVER: none) the wait can
 * fail: returns 0, -ETIMEDOUT or -ECANCELED. */
int conc_mutex_core_lock(struct conc_mutex *m, struct conc_thread *self, int32_t mode,
                         uint64_t deadline, const char *operation, const char *where);

/* Releases the lock, which the caller holds in either mode. */
void conc_mutex_core_unlock(struct conc_mutex *m);

/* For conc_signal_block: gives m, which the caller holds for writing, to the thread of a waiter of
 * a condition, which the caller has claimed, and completes it. Waits until that thread gives m up;
 * the caller then has it again, and nobody has had it in between but threads to which it was lent
 * in turn. */
void conc_mutex_core_lend(struct conc_mutex *m, struct conc_waiter *to, const char *operation,
                          const char *where);

/* For a thread that comes back from a condition: returns whether it has been lent m, and has it. */
bool conc_mutex_core_lent(struct conc_mutex *m, const char *where);

/* The enlist, the delist and the selected of struct conc_selectable. */
int conc_mutex_core_enlist(struct conc_mutex *m, struct conc_waiter *w, int32_t mode, bool queue);
void conc_mutex_core_delist(void *m, struct conc_waiter *w);
bool conc_mutex_core_selected(void *m, struct conc_waiter *w);

/* Returns the thread that holds m for writing, or null: a hint unless it is the caller. */
struct conc_thread *conc_mutex_core_holder(const void *m);

/* For conc_wait: leave releases all depths of l and returns their number beyond the first; return
 * takes l again with that depth. */
uint32_t conc_owner_lock_leave(struct conc_owner_lock *l, const char *where);
void conc_owner_lock_return(struct conc_owner_lock *l, uint32_t depth, const char *where);

/* conc_mutex_core_lend for all depths of l. */
void conc_owner_lock_lend(struct conc_owner_lock *l, struct conc_waiter *to, const char *where);

/* Stops with "unlocks KIND LOCK, which …". owner: the holder, which is not the caller, or null. */
void conc_lock_misuse(const char *kind, const void *lock, struct conc_thread *owner,
                      const char *where) __attribute__((noreturn, cold));

/* Defines the functions behind the macros of a lock: conc_abi_NAME without a place. */
#define CONC_LOCK_FUNCTIONS(object, lock, try_lock, unlock) \
	void(conc_##lock)(object * l)                       \
	{                                                   \
		conc_abi_##lock(l, NULL);                   \
	}                                                   \
	bool(conc_##try_lock)(object * l)                   \
	{                                                   \
		return conc_abi_##try_lock(l, NULL);        \
	}                                                   \
	void(conc_##unlock)(object * l)                     \
	{                                                   \
		conc_abi_##unlock(l, NULL);                 \
	}

/* The same for a wait with a limit. */
#define CONC_LIMIT_FUNCTION(object, lock)                   \
	int(conc_##lock##_for)(object * l, conc_duration d) \
	{                                                   \
		return conc_abi_##lock##_for(l, d, NULL);   \
	}

/* Defines NAME_release and NAME_attempt, for the struct conc_selectable of a lock. */
#define CONC_RELEASE_AND_ATTEMPT(name, try_lock, unlock)                              \
	static void name##_release(void *l, struct conc_waiter *w, const char *where) \
	{                                                                             \
		(void)w;                                                              \
		conc_abi_##unlock(l, where);                                          \
	}                                                                             \
	static bool name##_attempt(void *l, struct conc_waiter *w, const char *where) \
	{                                                                             \
		(void)w;                                                              \
		return conc_abi_##try_lock(l, where);                                 \
	}

/* ---- order.c: the locks that a thread holds; with CONC_DEBUG=1 the order of taking them ---- */

/* An entry of a thread's list. With CONC_DEBUG=1 it has all locks, else the monitors it reads. */
struct conc_held {
	const void *lock;
	const char *where;
};

extern bool conc_order_records __attribute__((visibility("hidden"))); /* fixed at start */

/* Returns whether CONC_DEBUG=1. */
static inline bool conc_order_on(void)
{
	return CONC_UNLIKELY(conc_order_records);
}

/* The caller is about to wait for lock: records and checks the order. A try_lock does not wait, so
 * it shows no order. */
void conc_order_locking(const void *lock, const char *where);

/* The same for locking to read: warns if the caller holds the lock already. */
void conc_order_reading(const void *lock, const char *where);

/* The list of self, the caller. remove and find look for the latest entry of the lock. remove
 * returns false if there is none: it was taken before CONC_DEBUG was read, or by another thread. */
const struct conc_held *conc_held_find(const struct conc_thread *self, const void *lock);
void conc_held_grow(struct conc_thread *self, const char *where);
bool conc_held_remove_inner(struct conc_thread *self, const void *lock);

static inline void conc_held_add(struct conc_thread *self, const void *lock, const char *where)
{
	if (CONC_UNLIKELY(self->held_count == self->held_room)) conc_held_grow(self, where);
	self->held[self->held_count++] = (struct conc_held){lock, where};
}

static inline bool conc_held_remove(struct conc_thread *self, const void *lock)
{
	uint32_t last = self->held_count - 1;

	if (!self->held_count || self->held[last].lock != lock)
		return conc_held_remove_inner(self, lock);
	self->held_count = last;
	return true;
}

/* Forgets locks in [start, start + size), memory that no longer holds them. */
void conc_order_forget(const void *start, size_t size);

/* ---- For fork, which holds these locks while the process is copied ---- */

void conc_order_graph_locks(void (*change)(struct conc_tiny_lock *lock));
void conc_address_table_locks(void (*change)(struct conc_tiny_lock *lock)); /* address_lock.c */

#endif
