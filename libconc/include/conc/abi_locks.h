/* SPDX-License-Identifier: MIT */
/* The locks of libconc that mutex statements, conditions and waituntil take: for libconc and the
 * translator. LOCK(name, object, lock, unlock, shared): the name in emitted C, the structure that
 * the operand points to, what follows conc_abi_ in the functions that lock and unlock, and 1 if
 * others may hold it at the same time. A new lock is added here and in the _Generic of
 * condition.h. */
#ifndef CONC_ABI_LOCKS_H
#define CONC_ABI_LOCKS_H

/* Those with a conc_selectable: waituntil can wait for them. */
#define CONC_ABI_SELECTABLE_LOCKS(LOCK)                                               \
	LOCK(conc_mutex, conc_mutex, mutex_lock, mutex_unlock, 0)                     \
	LOCK(conc_owner_lock, conc_owner_lock, owner_lock_lock, owner_lock_unlock, 0) \
	LOCK(conc_rw_lock, conc_rw_lock, rw_lock_lock, rw_lock_unlock, 0)             \
	LOCK(conc_rw_reader, conc_rw_lock, rw_lock_read_lock, rw_lock_read_unlock, 1) \
	LOCK(conc_semaphore, conc_semaphore, semaphore_wait, semaphore_post, 0)

#define CONC_ABI_LOCKS_OF_LIBCONC(LOCK)                                                           \
	CONC_ABI_SELECTABLE_LOCKS(LOCK)                                                           \
	LOCK(conc_owner_reader, conc_owner_lock, owner_lock_read_lock, owner_lock_read_unlock, 1) \
	LOCK(conc_spin_lock, conc_spin_lock, spin_lock_lock, spin_lock_unlock, 0)

#endif
