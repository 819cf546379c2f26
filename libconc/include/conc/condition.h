/* SPDX-License-Identifier: MIT */
/* conc_condition: releases a lock and waits until another thread signals.
 *
 * One word; all-zero is valid; nothing to destroy once no thread waits. First come, first served.
 * The lock m is any lock of libconc (a monitor: CONC_MONITOR(p); a conc_rw_lock held for reading:
 * conc_reading(&rw); a semaphore: one unit), the same for all waiting threads. Other threads may
 * run between a signal and the return of the wait: test again in a loop. A wait never returns
 * without a signal. Any kernel thread may call everything here; signal handlers may not. */
#ifndef CONC_CONDITION_H
#define CONC_CONDITION_H

#include "conc/abi_locks.h"
#include "conc/duration.h"
#include "conc/lock.h"

typedef struct conc_condition {
	uintptr_t conc_queue; /* guard and first waiter */
} conc_condition;

/* void conc_wait(conc_condition *c, LOCK *m): releases m at all its depths, waits, and takes m
 * again as often. The caller holds m.
 *
 * In the dialect the lock may be left out: conc_wait(&c). That releases all locks of the innermost
 * mutex statement around the call, or, if there is none, those of the function's mutex parameters.
 * It takes them again in the order of that statement. So may conc_wait_for(&c, d) and
 * conc_wait_with(&c, info).
 *
 * int conc_wait_for(conc_condition *c, LOCK *m, conc_duration d): the same for at most d. Returns
 * 0, -ETIMEDOUT if no signal came in time, or -ECANCELED (conc/cancel.h). It takes m again in every
 * case. */
#define conc_wait(c, m) conc_abi_wait(c, m, CONC_ABI_LOCKABLE(m), 0, CONC_HERE)
#define conc_wait_for(c, m, d) conc_abi_wait_for(c, m, CONC_ABI_LOCKABLE(m), d, CONC_HERE)

/* void conc_wait_with(conc_condition *c, LOCK *m, uintptr_t info): conc_wait, with information that
 * others read by conc_front. */
#define conc_wait_with(c, m, info) conc_abi_wait(c, m, CONC_ABI_LOCKABLE(m), info, CONC_HERE)

/* Wake the thread that has waited longest, or all. The caller may hold the lock or not. */
void conc_signal(conc_condition *c);
void conc_broadcast(conc_condition *c);

/* void conc_signal_block(conc_condition *c, LOCK *m): signals, and lends m to the thread that is
 * woken. m: a monitor, a conc_mutex, a conc_owner_lock or a conc_rw_lock that the caller holds for
 * writing, and with which that thread waits.
 *
 * The thread that has waited longest returns from its wait with m, and no other thread has had m
 * since the caller gave it up, at all its depths. When that thread gives m up, by its last unlock
 * or by another wait, the caller has m again, at all its depths, before any other thread, and
 * returns. If it lends m itself, it has m again first. The wait for m is that for a lock: no limit,
 * no cancel. If no thread waits, the call returns at once. */
#define conc_signal_block(c, m) conc_abi_signal_block(c, m, CONC_ABI_LENDABLE(m), CONC_HERE)

/* bool conc_waiting(conc_condition *c): does a thread wait?
 *
 * uintptr_t conc_front(conc_condition *c): the information of the thread that has waited longest,
 * which a signal would wake; 0 if it gave none. Stops the program if no thread waits.
 *
 * The caller holds the lock with which the threads wait. The answers then hold as long as it keeps
 * the lock and signals nobody; but a signal by a thread without the lock, a limit, a cancel or
 * another clause of a waituntil may end a wait at any time. */
bool conc_waiting(conc_condition *c);
#define conc_front(c) conc_abi_front(c, CONC_HERE)

/* ---- The rest of this file is not for users. ---- */

/* How the mutex statement and conc_wait handle a kind of lock. */
struct conc_abi_lockable {
	const char *name;
	void (*lock)(void *lock, const char *where);
	void (*unlock)(void *lock, const char *where);
	/* All depths at once, for conc_wait; null if conc_wait cannot use this kind. To come back
	 * to a lock that conc_signal_block has lent to the caller is to have it. */
	uint32_t (*leave)(void *lock, const char *where);
	void (*come_back)(void *lock, uint32_t depth, const char *where);
	/* Two operands at one address are one object if they have the same kin; the one with the
	 * lower rank is locked (exclusive before shared). */
	const void *kin;
	int rank;
};

/* An operand of a mutex statement. */
struct conc_abi_operand {
	void *lock;
	const struct conc_abi_lockable *kind;
};

#define CONC_ABI_OPERANDS 32 /* of a statement, at most */

#define CONC_ABI_DECLARE_LOCKABLE(name, object, lock, unlock, shared) \
	extern const struct conc_abi_lockable conc_abi_lockable_##name;
CONC_ABI_LOCKS_OF_LIBCONC(CONC_ABI_DECLARE_LOCKABLE)
extern const struct conc_abi_lockable conc_abi_lockable_FILE;
extern const struct conc_abi_lockable conc_abi_lockable_pthread_mutex_t;

/* All locks of a mutex statement, as one lock to wait with: of one kind, sorted, an object perhaps
 * several times; or with a kind each. */
struct conc_abi_lock_set {
	void **locks;
	const struct conc_abi_lockable *kind; /* null: operands has the locks */
	const struct conc_abi_operand *operands;
	unsigned count;
	uint32_t depths[CONC_ABI_OPERANDS]; /* while it waits */
};
extern const struct conc_abi_lockable conc_abi_lockable_set;

#define CONC_ABI_LOCKABLE(m)                                                                 \
	__extension__ _Generic(m, struct conc_abi_lock_set *                                 \
	                       : &conc_abi_lockable_set, struct conc_mutex *                 \
	                       : &conc_abi_lockable_conc_mutex, struct conc_owner_lock *     \
	                       : &conc_abi_lockable_conc_owner_lock, struct conc_spin_lock * \
	                       : &conc_abi_lockable_conc_spin_lock, struct conc_rw_lock *    \
	                       : &conc_abi_lockable_conc_rw_lock, struct conc_rw_reader *    \
	                       : &conc_abi_lockable_conc_rw_reader, struct conc_semaphore *  \
	                       : &conc_abi_lockable_conc_semaphore)

#define CONC_ABI_LENDABLE(m)                                                               \
	__extension__ _Generic(m, struct conc_mutex *                                      \
	                       : &conc_abi_lockable_conc_mutex, struct conc_owner_lock *   \
	                       : &conc_abi_lockable_conc_owner_lock, struct conc_rw_lock * \
	                       : &conc_abi_lockable_conc_rw_lock)

/* The locks of a CONC_HOLD with this number and lock name, or of a CONC_HOLD_MIXED. */
#define CONC_HELD_LOCKS(number, name)                                              \
	(&(struct conc_abi_lock_set){conc_held_##number.conc_lock,                 \
	                             &conc_abi_lockable_##name,                    \
	                             0,                                            \
	                             sizeof conc_held_##number.conc_lock /         \
	                                     sizeof *conc_held_##number.conc_lock, \
	                             {0}})
#define CONC_HELD_LOCKS_MIXED(number) \
	(&(struct conc_abi_lock_set){ \
	        0, 0, conc_held_##number.operands, conc_held_##number.count, {0}})

void conc_abi_wait(struct conc_condition *c, void *m, const struct conc_abi_lockable *lockable,
                   uintptr_t info, const char *where);
int conc_abi_wait_for(struct conc_condition *c, void *m, const struct conc_abi_lockable *lockable,
                      conc_duration d, const char *where);
void conc_abi_signal_block(struct conc_condition *c, void *m,
                           const struct conc_abi_lockable *lockable, const char *where);
uintptr_t conc_abi_front(struct conc_condition *c, const char *where);

#endif
